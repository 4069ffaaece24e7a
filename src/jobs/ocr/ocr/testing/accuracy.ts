/** How texts are compared: however spaced, dashes and quotes of any shape. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\u00ad/g, '')
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐‑‒–—―]/g, '-')
    .replace(/ſ/g, 's')
    .replace(/\s+/g, ' ')
    .trim();

/** The share of a text's characters that another has, by edit distance: 1 is all of them, and no others. */
export function accuracy(truth: string, text: string): number {
  const [wanted, got] = [plain(truth), plain(text)];
  let before = Uint32Array.from({ length: got.length + 1 }, (_, at) => at);
  let row = new Uint32Array(got.length + 1);
  for (let i = 1; i <= wanted.length; i++) {
    let [left, corner] = [i, i - 1];
    row[0] = left;
    for (let j = 1; j <= got.length; j++) {
      const above = before[j]!;
      left = Math.min(above + 1, left + 1, corner + (wanted[i - 1] === got[j - 1] ? 0 : 1));
      corner = above;
      row[j] = left;
    }
    [before, row] = [row, before];
  }
  return Math.max(0, 1 - before[got.length]! / Math.max(1, wanted.length));
}

const wordsIn = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of plain(text)
    .toUpperCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** The share of letters in words both texts have, wherever they stand: the harmonic mean of found and right. */
export function wordAccuracy(truth: string, text: string): number {
  const [wanted, got] = [wordsIn(truth), wordsIn(text)];
  const letters = (words: Map<string, number>) =>
    [...words].reduce((sum, [word, count]) => sum + word.length * count, 0);
  let both = 0;
  for (const [word, count] of wanted) both += word.length * Math.min(count, got.get(word) ?? 0);
  return (2 * both) / Math.max(1, letters(wanted) + letters(got));
}
