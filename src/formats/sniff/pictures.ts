import { has, hasAny, makeView, type Rule } from './bytes.ts';
import { readBrands } from './iso-media.ts';
import { isText, readCharacters } from './text.ts';

export const tiff: Rule = head => hasAny(head, ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']);

const avifBrands = ['avif', 'avis', 'avio'];
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
/** These brands say only that a picture has the HEIF structure, not how it is coded. */
const openBrands = ['mif1', 'msf1', 'mif2', '1pic', 'miaf'];

const coded =
  (own: readonly string[], others: readonly string[]): Rule =>
  head => {
    const found = readBrands(head);
    if (found.some(brand => own.includes(brand))) return true;
    return found.some(brand => openBrands.includes(brand)) && !found.some(brand => others.includes(brand));
  };

export const avif = coded(avifBrands, heicBrands);
export const heic = coded(heicBrands, avifBrands);

/** Recognises a picture in the box structure that MP4 uses too. */
export const isPicture = (head: Uint8Array, size: number): boolean => avif(head, size) || heic(head, size);

/** Two letters may begin any text, so the size of the header after them must also be plausible. */
export const bmp: Rule = head => {
  if (!hasAny(head, ['BM', 'BA'])) return false;
  if (head.length < 18) return true;
  const headerBytes = makeView(head).getUint32(14, true);
  return has(head, 'BA') || (headerBytes >= 12 && headerBytes <= 1024);
};

export const ico: Rule = head =>
  hasAny(head, ['\0\0\x01\0', '\0\0\x02\0']) && (head.length < 6 || makeView(head).getUint16(4, true) > 0);

export const jp2: Rule = head => hasAny(head, ['\0\0\0\x0cjP', '\xff\x4f\xff\x51']);

export const jxl: Rule = head => hasAny(head, ['\xff\x0a', '\0\0\0\x0cJXL ']);

/** Text with an `svg` element, in any namespace prefix; a long preamble may push the first element beyond the head. */
export const svg: Rule = (head, size) => {
  if (!isText(head)) return false;
  const text = readCharacters(head);
  if (/<(?:[\w.-]+:)?svg[\s>/]/i.test(text)) return true;
  return size > head.length && /<[?!]/.test(text) && !/<\w/.test(text.replace(/<!--.*?(?:-->|$)/gs, ''));
};

/** A Targa file has no mark at its beginning, so its header must be plausible: kind of colours, depth and size. */
export const tga: Rule = head => {
  if (head.length < 18) return false;
  const data = makeView(head);
  const [map, kind, depth] = [data.getUint8(1), data.getUint8(2), data.getUint8(16)];
  return (
    map <= 1 &&
    [1, 2, 3, 9, 10, 11].includes(kind) &&
    [8, 15, 16, 24, 32].includes(depth) &&
    data.getUint16(12, true) > 0 &&
    data.getUint16(14, true) > 0
  );
};

/** A drawing begins with a section, after comments, or with the mark of the binary kind. */
export const dxf: Rule = head =>
  has(head, 'AutoCAD Binary DXF') ||
  (isText(head) && /^[^\S\r\n]*SECTION[^\S\r\n]*$/m.test(readCharacters(head)));
