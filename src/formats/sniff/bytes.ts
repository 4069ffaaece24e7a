/** Tells whether a file can be of a format, as far as its first bytes and its size show. */
export type Rule = (head: Uint8Array, size: number) => boolean;

/** Tells whether `head` holds `magic` (one character a byte) at `offset`. */
export function has(head: Uint8Array, magic: string, offset = 0): boolean {
  if (head.length < offset + magic.length) return false;
  for (let i = 0; i < magic.length; i++) if (head[offset + i] !== magic.charCodeAt(i)) return false;
  return true;
}

export const hasAny = (head: Uint8Array, magics: readonly string[], offset = 0): boolean =>
  magics.some(magic => has(head, magic, offset));

/** Reads one character per byte, to search in bytes of any encoding. The text is never shown to anybody. */
export const readLatin1 = (head: Uint8Array, start = 0, end = head.length): string =>
  Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1', start, end);

export const makeView = (head: Uint8Array): DataView =>
  new DataView(head.buffer, head.byteOffset, head.byteLength);
