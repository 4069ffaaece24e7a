import type { Size } from './checks.ts';

const tags = {
  width: 0x100,
  height: 0x101,
  compression: 0x103,
  photometric: 0x106,
  subDirectories: 0x14a,
} as const;
const maxDirectories = 64;

export interface Directory {
  width: number;
  height: number;
  compression: number;
  photometric: number;
}

/** The image directories of a TIFF (a raw photo is one too), sub-directories included. BigTIFF is not walked. */
export function tiffDirectories(bytes: Buffer): Directory[] {
  const order = bytes.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return [];
  const little = order === 'II';
  const u16 = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (u16(2) === 43) return [];

  const found: Directory[] = [];
  const seen = new Set<number>();
  const waiting = [u32(4)];
  while (waiting.length > 0 && seen.size < maxDirectories) {
    const at = waiting.shift()!;
    if (at === 0 || seen.has(at) || at + 2 > bytes.length) continue;
    seen.add(at);
    const directory: Directory = { width: 0, height: 0, compression: 1, photometric: 0 };
    const count = u16(at);
    if (at + 6 + count * 12 > bytes.length) continue;
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
      const tag = u16(entry);
      const items = u32(entry + 4);
      const value = u16(entry + 2) === 3 ? u16(entry + 8) : u32(entry + 8);
      if (tag === tags.width) directory.width = value;
      else if (tag === tags.height) directory.height = value;
      else if (tag === tags.compression) directory.compression = value;
      else if (tag === tags.photometric) directory.photometric = value;
      else if (tag === tags.subDirectories && items === 1) waiting.push(value);
      else if (tag === tags.subDirectories)
        for (let i = 0; i < Math.min(items, maxDirectories) && value + i * 4 + 4 <= bytes.length; i++)
          waiting.push(u32(value + i * 4));
    }
    found.push(directory);
    waiting.push(u32(at + 2 + count * 12));
  }
  return found;
}

export const tiffSize = (bytes: Buffer): Size | undefined =>
  tiffDirectories(bytes).sort((a, b) => b.width * b.height - a.width * a.height)[0];
