import { type FormatId, formats } from './formats.ts';

/** Whether a browser may show the file in place: pictures, sound and plain text. All others could run script and are saved. */
function isPassive(format: FormatId, contentType: string): boolean {
  const known = formats.get(format);
  return known !== undefined && !known.active && /^(image|audio|video)\/|^text\/plain\b/.test(contentType);
}

const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Makes the header of RFC 6266: the name in UTF-8, and in ASCII for clients that do not read the other. */
export function makeContentDisposition(format: FormatId, contentType: string, filename: string): string {
  const type = isPassive(format, contentType) ? 'inline' : 'attachment';
  // Quotes, escapes and percent signs are read differently by different clients, so the plain name has none.
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${type}; filename="${plain}"${plain === filename ? '' : `; filename*=UTF-8''${encode(filename)}`}`;
}
