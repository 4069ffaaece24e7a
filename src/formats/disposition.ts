import { type FormatId, formats } from './formats.ts';

/** Pictures, sound and plain text show themselves; whatever could run script, and whatever we do not know, is saved. */
function isPassive(format: FormatId, contentType: string): boolean {
  const known = formats.get(format);
  return known !== undefined && !known.active && /^(image|audio|video)\/|^text\/plain\b/.test(contentType);
}

const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** RFC 6266: the name in UTF-8, and one in ASCII for clients that do not know it. */
export function makeContentDisposition(format: FormatId, contentType: string, filename: string): string {
  const type = isPassive(format, contentType) ? 'inline' : 'attachment';
  // Quotes, escapes and percent signs are read differently by different clients, so the plain name has none.
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${type}; filename="${plain}"${plain === filename ? '' : `; filename*=UTF-8''${encode(filename)}`}`;
}
