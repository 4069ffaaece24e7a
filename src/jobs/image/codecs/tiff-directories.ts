/** One image described by a TIFF. */
export interface Directory {
  width: number;
  height: number;
  /** The offset at which its pixels end. */
  end: number;
}

const tags = {
  width: 0x100,
  height: 0x101,
  subDirectories: 0x14a,
  places: new Set([0x111, 0x144]),
  lengths: new Set([0x117, 0x145]),
} as const;
const maxDirectories = 64;
const maxValues = 65_536;
const short = 3;

/**
 * Parses the image directories of a TIFF or raw photo, including sub-directories. BigTIFF is not supported.
 */
export function parseTiffDirectories(bytes: Buffer): Directory[] {
  const order = bytes.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return [];
  const little = order === 'II';
  const u16 = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (u16(2) === 43) return [];

  /** Reads the numbers of an entry, which are in the entry or at the offset it gives. */
  const values = (entry: number): number[] => {
    const [size, read] = u16(entry + 2) === short ? [2, u16] : [4, u32];
    const count = Math.min(u32(entry + 4), maxValues);
    const start = count * size <= 4 ? entry + 8 : u32(entry + 8);
    if (start + count * size > bytes.length) return [];
    return Array.from({ length: count }, (_, index) => read(start + index * size));
  };

  const found: Directory[] = [];
  const seen = new Set<number>();
  const waiting = [u32(4)];
  for (let at = waiting.shift(); at !== undefined && seen.size < maxDirectories; at = waiting.shift()) {
    if (at === 0 || seen.has(at) || at + 2 > bytes.length) continue;
    seen.add(at);
    const next = at + 2 + u16(at) * 12;
    if (next + 4 > bytes.length) continue;
    const directory: Directory = { width: 0, height: 0, end: 0 };
    let places: number[] = [];
    let lengths: number[] = [];
    for (let entry = at + 2; entry < next; entry += 12) {
      const tag = u16(entry);
      if (tag === tags.width) directory.width = values(entry)[0] ?? 0;
      else if (tag === tags.height) directory.height = values(entry)[0] ?? 0;
      else if (tags.places.has(tag)) places = values(entry);
      else if (tags.lengths.has(tag)) lengths = values(entry);
      else if (tag === tags.subDirectories) waiting.push(...values(entry).slice(0, maxDirectories));
    }
    for (const [index, place] of places.entries())
      directory.end = Math.max(directory.end, place + (lengths[index] ?? 0));
    found.push(directory);
    waiting.push(u32(next));
  }
  return found;
}

/** Returns the largest image of a file: in a raw photo the actual photo, not a preview. */
export const findLargestDirectory = (bytes: Buffer): Directory | undefined =>
  parseTiffDirectories(bytes).sort((a, b) => b.width * b.height - a.width * a.height)[0];
