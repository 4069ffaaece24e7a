import { textBefore } from '../../text.ts';
import { has, makeView, readLatin1 } from './bytes.ts';

const localHeader = 'PK\x03\x04';
const headerBytes = 30;

/**
 * Tells whether a zip begins here. The second and third signature belong to a zip made for several volumes that fitted
 * into one.
 */
export const isZip = (head: Uint8Array): boolean =>
  has(head, localHeader) || has(head, `PK00${localHeader}`) || has(head, `PK\x07\x08${localHeader}`);

/** Reads the names of the entries that begin within the head, as `/` paths in lower case. */
export function readEntryNames(head: Uint8Array): string[] {
  const text = readLatin1(head);
  const data = makeView(head);
  const names: string[] = [];
  for (let at = text.indexOf(localHeader), end = 0; at >= 0; at = text.indexOf(localHeader, end)) {
    if (at + headerBytes > head.length) break;
    const start = at + headerBytes;
    // The next entry is looked for behind the name: names within names would take the square of the head's length to read.
    end = start + data.getUint16(at + 26, true);
    names.push(text.slice(start, end).toLowerCase().replaceAll('\\', '/').replace(/^\/+/, ''));
  }
  return names;
}

/** Reads the media type that OpenDocument and EPUB files have in a first, uncompressed entry; undefined if there is none. */
export function readMimetypeEntry(head: Uint8Array): string | undefined {
  if (
    !has(head, localHeader) ||
    !has(head, 'mimetype', headerBytes) ||
    makeView(head).getUint16(26, true) !== 8
  )
    return undefined;
  const data = makeView(head);
  if (data.getUint16(8, true) !== 0) return undefined;
  const start = headerBytes + 8 + data.getUint16(28, true);
  return textBefore(readLatin1(head, start, start + 100), 'PK').trim();
}
