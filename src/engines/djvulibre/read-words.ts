import type { PlacedText, PlacedWord } from '../conversion.ts';

/** A list of DjVu's text: its kind, its box and either its text or its parts. */
type Item = string | number | Item[];

const tokens = /[()]|"(?:[^"\\]+|\\.)*"|[^\s()"]+/gs;

/** Reads the lists that `djvutxt --detail=word` writes, one for each page. */
function readLists(text: string): Item[] {
  const whole: Item[] = [];
  const open = [whole];
  for (const [token] of text.matchAll(tokens)) {
    const inner = open.at(-1) ?? whole;
    if (token === '(') {
      const list: Item[] = [];
      inner.push(list);
      open.push(list);
    } else if (token === ')') {
      if (open.length > 1) open.pop();
    } else if (token.startsWith('"')) inner.push(token.slice(1, -1).replace(/\\(.)/gs, '$1'));
    else inner.push(/^-?\d+$/.test(token) ? Number(token) : token);
  }
  return whole;
}

/** Lists the smallest parts that have text: words, or lines where the words are not known. */
function* listWords(item: Item): Generator<PlacedWord> {
  if (!Array.isArray(item)) return;
  const [, left, bottom, right, top, ...parts] = item;
  for (const part of parts) {
    if (typeof part !== 'string') yield* listWords(part);
    else if (
      part.trim() !== '' &&
      typeof left === 'number' &&
      typeof bottom === 'number' &&
      typeof right === 'number' &&
      typeof top === 'number' &&
      right > left &&
      top > bottom
    )
      yield { text: part.trim(), left, bottom, right, top };
  }
}

/** Reads the words of each page from the output of `djvutxt --detail=word`. */
export const readWords = (text: string): PlacedText[] =>
  readLists(text).map(page => {
    const [, , , width, height] = Array.isArray(page) ? page : [];
    return typeof width === 'number' && typeof height === 'number'
      ? { width, height, words: [...listWords(page)] }
      : { width: 0, height: 0, words: [] };
  });
