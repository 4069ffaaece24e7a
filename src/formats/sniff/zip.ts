import { has, latin1, view } from './bytes.ts';

const localHeader = 'PK\x03\x04';
const headerBytes = 30;

/** A zip that begins with a file; the first two are a zip split over volumes but kept in one. */
export const isZip = (head: Uint8Array): boolean =>
  has(head, localHeader) || has(head, `PK00${localHeader}`) || has(head, `PK\x07\x08${localHeader}`);

/** The names of the entries that begin within the head, as `/` paths in lower case. */
export function entryNames(head: Uint8Array): string[] {
  const text = latin1(head);
  const data = view(head);
  const names: string[] = [];
  for (let at = text.indexOf(localHeader); at >= 0; at = text.indexOf(localHeader, at + 4)) {
    if (at + headerBytes > head.length) break;
    const start = at + headerBytes;
    const name = text.slice(start, start + data.getUint16(at + 26, true));
    names.push(name.toLowerCase().replaceAll('\\', '/').replace(/^\/+/, ''));
  }
  return names;
}

/** What an OpenDocument or EPUB file says of itself in a first, uncompressed entry; undefined where there is none. */
export function mimetypeEntry(head: Uint8Array): string | undefined {
  if (!has(head, localHeader) || !has(head, 'mimetype', headerBytes) || view(head).getUint16(26, true) !== 8)
    return undefined;
  const data = view(head);
  if (data.getUint16(8, true) !== 0) return undefined;
  const start = headerBytes + 8 + data.getUint16(28, true);
  return latin1(head, start, start + 100)
    .split('PK', 1)[0]!
    .trim();
}
