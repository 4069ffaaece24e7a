import { has, hasAny, latin1, view } from './bytes.ts';
import type { Rule } from './rule.ts';
import { characters, isText } from './text.ts';

export const tiff: Rule = head => hasAny(head, ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']);

/** The brands of an ISO media file: which of the many formats in that box structure it is. */
function brands(head: Uint8Array): string[] {
  if (!has(head, 'ftyp', 4)) return [];
  const size = view(head).getUint32(0);
  // A damaged size still leaves the major brand and the first few others to look at.
  const end = Math.min(size >= 16 && size <= 1024 ? size : 64, head.length);
  const found: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) found.push(latin1(head, at, at + 4));
  return found;
}

const avifBrands = ['avif', 'avis', 'avio'];
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
/** Say only that it is a picture of the HEIF structure, not how it is coded. */
const openBrands = ['mif1', 'msf1', 'mif2', '1pic', 'miaf'];

const coded =
  (own: readonly string[], others: readonly string[]): Rule =>
  head => {
    const found = brands(head);
    if (found.some(brand => own.includes(brand))) return true;
    return found.some(brand => openBrands.includes(brand)) && !found.some(brand => others.includes(brand));
  };

export const avif = coded(avifBrands, heicBrands);
export const heic = coded(heicBrands, avifBrands);

/** Two letters are no proof: the header behind them must have a header's size, which text never gives. */
export const bmp: Rule = head => {
  if (!hasAny(head, ['BM', 'BA'])) return false;
  if (head.length < 18) return true;
  const headerBytes = view(head).getUint32(14, true);
  return has(head, 'BA') || (headerBytes >= 12 && headerBytes <= 1024);
};

export const ico: Rule = head =>
  hasAny(head, ['\0\0\x01\0', '\0\0\x02\0']) && (head.length < 6 || view(head).getUint16(4, true) > 0);

export const jp2: Rule = head => hasAny(head, ['\0\0\0\x0cjP', '\xff\x4f\xff\x51']);

export const jxl: Rule = head => hasAny(head, ['\xff\x0a', '\0\0\0\x0cJXL ']);

/** Text with an `svg` element, in any namespace prefix; a long preamble may push the first element beyond the head. */
export const svg: Rule = (head, size) => {
  if (!isText(head)) return false;
  const text = characters(head);
  if (/<(?:[\w.-]+:)?svg[\s>/]/i.test(text)) return true;
  return size > head.length && /<[?!]/.test(text) && !/<\w/.test(text.replace(/<!--.*?(?:-->|$)/gs, ''));
};
