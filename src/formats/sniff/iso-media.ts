import { has, makeView, readLatin1 } from './bytes.ts';

/** Reads the brands of an ISO media file, the major one first. They say which of the formats with this structure it is. */
export function readBrands(head: Uint8Array): string[] {
  if (!has(head, 'ftyp', 4)) return [];
  const size = makeView(head).getUint32(0);
  // A damaged size still leaves the major brand and the first few others to look at.
  const end = Math.min(size >= 16 && size <= 1024 ? size : 64, head.length);
  const found: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) found.push(readLatin1(head, at, at + 4));
  return found;
}
