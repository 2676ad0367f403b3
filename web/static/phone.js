// What this phone alone remembers: whether it speaks, buzzes, and plays by tapping.

const read = (key) => {
  try {
    return localStorage.getItem(`arbitrio ${key}`);
  } catch {
    return null; // a browser that keeps nothing
  }
};

export const wants = (key, otherwise) => (read(key) === null ? otherwise : read(key) === "yes");
export const remembered = (key) => read(key);

export function remember(key, value) {
  try {
    localStorage.setItem(`arbitrio ${key}`, typeof value === "boolean" ? (value ? "yes" : "no") : value);
  } catch {
    // then it is asked again next time
  }
}
