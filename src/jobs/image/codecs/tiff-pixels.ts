import { type FileHandle, open } from 'node:fs/promises';

const [horizontal, vertical] = [0x11a, 0x11b];
const entryLength = 12;
/** Shapes beyond this are mistakes of the program that wrote them. */
const maxRatio = 4;

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}

/**
 * Reads how many times as high as wide the pixels of each page of a TIFF are: those of a fax are up to twice as high. BigTIFF is
 * not supported; its pixels, and those of pages that cannot be read, count as square.
 */
export async function readPixelHeights(path: string, pages: number): Promise<number[]> {
  await using file = await open(path);
  const head = await readAt(file, 0, 8);
  const order = head?.toString('latin1', 0, 2);
  const heights: number[] = [];
  if (!head || (order !== 'II' && order !== 'MM')) return heights;
  const little = order === 'II';
  const u16 = (from: Buffer, at: number) => (little ? from.readUInt16LE(at) : from.readUInt16BE(at));
  const u32 = (from: Buffer, at: number) => (little ? from.readUInt32LE(at) : from.readUInt32BE(at));
  if (u16(head, 2) !== 42) return heights;
  for (let place = u32(head, 4); place !== 0 && heights.length < pages; ) {
    const count = await readAt(file, place, 2);
    const entries = count && (await readAt(file, place + 2, u16(count, 0) * entryLength + 4));
    if (!entries) break;
    const resolutions: Record<number, number> = {};
    for (let at = 0; at < entries.length - 4; at += entryLength) {
      const tag = u16(entries, at);
      if (tag !== horizontal && tag !== vertical) continue;
      const fraction = await readAt(file, u32(entries, at + 8), 8);
      if (fraction) resolutions[tag] = u32(fraction, 0) / u32(fraction, 4);
    }
    const ratio = (resolutions[horizontal] ?? 1) / (resolutions[vertical] ?? resolutions[horizontal] ?? 1);
    heights.push(ratio >= 1 / maxRatio && ratio <= maxRatio ? ratio : 1);
    place = u32(entries, entries.length - 4);
  }
  return heights;
}
