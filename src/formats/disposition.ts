import { isUtf8 } from 'node:buffer';
import { encodeExtended, parse } from 'content-disposition';
import { type FormatId, formats } from './formats.ts';

/**
 * Tells whether a browser may show the file in place: pictures, sound and plain text. All others could run script and
 * are saved.
 */
function isPassive(format: FormatId, contentType: string): boolean {
  const known = formats.get(format);
  return known !== undefined && !known.active && /^(image|audio|video)\/|^text\/plain\b/.test(contentType);
}

/** Decodes text whose bytes were read as Latin-1, as headers are, if they are UTF-8. */
function decodeUtf8(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : text;
}

/**
 * Reads the file name that a Content-Disposition header gives (RFC 6266); undefined if it gives none. Many programs write names
 * in UTF-8 as they are, although the standard wants them encoded.
 */
export const readDispositionFilename = (header: string): string | undefined =>
  parse(decodeUtf8(header)).parameters.filename;

/** Makes the header of RFC 6266: the name in UTF-8, and in ASCII for clients that do not read the other. */
export function makeContentDisposition(format: FormatId, contentType: string, filename: string): string {
  const type = isPassive(format, contentType) ? 'inline' : 'attachment';
  // Quotes, escapes and percent signs are read differently by different clients, so the plain name has none.
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${type}; filename="${plain}"${plain === filename ? '' : `; filename*=${encodeExtended(filename.toWellFormed())}`}`;
}
