import { hasAny, makeView, readLatin1 } from './bytes.ts';

/** Control characters that occur in text files: bell to return, shifts, ctrl-Z, escape, and separators of data. */
const usual = new Set([1, 7, 8, 9, 10, 11, 12, 13, 14, 15, 26, 27, 28, 29, 30, 31]);

/** Beginnings of binary files that could pass for text, because they have no NUL near the start or are all ASCII. */
const neverText = [
  '\xff\xd8\xff',
  '\x89PNG',
  'PK\x03\x04',
  '\xd0\xcf\x11\xe0',
  '\x1f\x8b',
  '\x28\xb5\x2f\xfd',
  '7z\xbc\xaf',
  '%PDF-',
];

interface Encoding {
  width: 1 | 2 | 4;
  little: boolean;
}

/** Guesses by the byte order mark, else by the positions at which western characters have zero bytes. */
function guessEncoding(head: Uint8Array): Encoding {
  if (hasAny(head, ['\xff\xfe\0\0'])) return { width: 4, little: true };
  if (hasAny(head, ['\0\0\xfe\xff'])) return { width: 4, little: false };
  if (hasAny(head, ['\xff\xfe'])) return { width: 2, little: true };
  if (hasAny(head, ['\xfe\xff'])) return { width: 2, little: false };
  const countZeros = (first: number): number => {
    let count = 0;
    for (let at = first; at < head.length; at += 4) if (head[at] === 0) count++;
    return count;
  };
  const [a, b, c, d] = [countZeros(0), countZeros(1), countZeros(2), countZeros(3)];
  const units = Math.floor(head.length / 4);
  if (units > 0 && c === units && d === units) return { width: 4, little: true };
  if (units > 0 && a === units && b === units) return { width: 4, little: false };
  if (a + c === 0 && b + d > 0) return { width: 2, little: true };
  if (b + d === 0 && a + c > 0) return { width: 2, little: false };
  return { width: 1, little: true };
}

/**
 * Tells whether the bytes are text in some encoding: they have few control characters and hardly a NUL, since a single
 * one is only damage.
 */
export function isText(head: Uint8Array): boolean {
  if (hasAny(head, neverText)) return false;
  const { width, little } = guessEncoding(head);
  const data = makeView(head);
  let units = 0;
  let zeros = 0;
  let strange = 0;
  for (let at = 0; at + width <= head.length; at += width) {
    const unit =
      width === 1 ? data.getUint8(at) : width === 2 ? data.getUint16(at, little) : data.getUint32(at, little);
    units++;
    if (unit === 0) zeros++;
    else if ((unit < 32 && !usual.has(unit)) || unit > 0x10ffff) strange++;
  }
  return zeros === 0 ? strange <= units / 25 : zeros <= units / 512 && strange <= units / 100;
}

/** Reads the head as text to search in; the zero bytes of wider encodings are dropped. */
export const readCharacters = (head: Uint8Array): string => readLatin1(head).replaceAll('\0', '');
