// While games are still being counted, the page asks again.

const PAUSE = 500;

setTimeout(() => location.reload(), PAUSE);
