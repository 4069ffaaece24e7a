/** Bytes of a colour table, by the byte of flags that announces it. */
export const countTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Whether a GIF ends in the midst of a block. One that only lacks its last byte is whole: many are written so. */
export function isTruncatedGif(file: Buffer): boolean {
  let at = 13 + countTableBytes(file[10] ?? 0);
  while (at < file.length) {
    const block = file[at]!;
    // An extension, an image; anything else is the end or what was put behind it.
    if (block === 0x21) at += 2;
    else if (block === 0x2c) at += 11 + countTableBytes(file[at + 9] ?? 0);
    else return false;
    while (at < file.length && file[at] !== 0) at += file[at]! + 1;
    if (at >= file.length) return true;
    at++;
  }
  return at > file.length;
}
