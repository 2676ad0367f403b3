// How French sets words beside each other, as `rules/french.py` does: a name changes the little words before it.

const NUMBERED = /^[Jj](?=oueur [\p{L}\p{N}_]+$)/u;
const GOVERNED = /(?<![\p{L}\p{N}_])(?!(?:et|ou|le) $)[\p{L}\p{N}_]+ $/u;
const SHORTENED = /(?<![\p{L}\p{N}_'])(?:(?:d|l|n|s|qu|jusqu|lorsqu|puisqu)e|la) $/iu;
const CONTRACTED = /(?<![\p{L}\p{N}_'])(de|à) $/iu;
const MELTED = { "de le ": "du ", "de les ": "des ", "à le ": "au ", "à les ": "aux " };

export function beginsWithVowel(words) {
  const plain = words.replace(/^[\u2066-\u2069]+/, "").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return /^((?!(onze|oui)(?![\p{L}\p{N}_]))[aeiouœæ]|y(?![aeiouy])\p{L})/u.test(plain);
}

export function joined(before, part) {
  const said = NUMBERED.test(part) && GOVERNED.test(before) ? `le j${part.slice(1)}` : part;
  const article = /^les? /.exec(said);
  const little = article && CONTRACTED.exec(before);
  if (little) {
    const melted = MELTED[`${little[1].toLowerCase()} ${article[0]}`];
    const capital = little[1][0] !== little[1][0].toLowerCase();
    return before.slice(0, little.index) + (capital ? melted[0].toUpperCase() + melted.slice(1) : melted) + said.slice(article[0].length);
  }
  if (beginsWithVowel(said) && SHORTENED.test(before)) return `${before.slice(0, -2)}'${said}`;
  return before + said;
}
