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

/** Reads the file name that a Content-Disposition header gives (RFC 6266); undefined where it gives none. */
export const readDispositionFilename = (header: string): string | undefined =>
  parse(header).parameters.filename;

/** Makes the header of RFC 6266: the name in UTF-8, and in ASCII for clients that do not read the other. */
export function makeContentDisposition(format: FormatId, contentType: string, filename: string): string {
  const type = isPassive(format, contentType) ? 'inline' : 'attachment';
  // Quotes, escapes and percent signs are read differently by different clients, so the plain name has none.
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${type}; filename="${plain}"${plain === filename ? '' : `; filename*=${encodeExtended(filename.toWellFormed())}`}`;
}
