import { open, readFile } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';

const typeSizes: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
};
/** Tags whose values are offsets: strips, tiles, sub-directories. */
const placeTags = new Set([0x111, 0x144, 0x14a, 0x8769, 0x8825, 0xa005]);
const maxFileBytes = 2 ** 32 - 1;

/**
 * Joins single-page little-endian TIFFs, as written by libvips, into one: offsets are moved and directories
 * linked.
 */
export async function joinTiffs(pages: readonly string[], path: string): Promise<void> {
  await using out = await open(path, 'w');
  let at = 0;
  /** The offset of the last directory's link to the next one. */
  let link: number | undefined;
  for (const page of pages) {
    const file = await readFile(page);
    if (file.readUInt32LE(0) !== 0x002a4949)
      throw new JobFailure('engine_error', 'libvips wrote an unexpected kind of TIFF');
    if (at + file.length > maxFileBytes) throw new JobFailure('limit_exceeded', 'the TIFF would exceed 4 GB');
    const directory = file.readUInt32LE(4);
    const linkInFile = moveDirectory(file, directory, at);
    await out.write(file, 0, file.length, at);
    if (link !== undefined) {
      const value = Buffer.alloc(4);
      value.writeUInt32LE(at + directory, 0);
      await out.write(value, 0, 4, link);
    }
    link = at + linkInFile;
    at += file.length + (file.length % 2);
  }
}

/** Adds `by` to every offset in a directory. Returns the offset of its link to the next directory. */
function moveDirectory(file: Buffer, directory: number, by: number): number {
  const count = file.readUInt16LE(directory);
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    const tag = file.readUInt16LE(entry);
    const type = file.readUInt16LE(entry + 2);
    const items = file.readUInt32LE(entry + 4);
    const inline = (typeSizes[type] ?? 1) * items <= 4;
    const values = inline ? entry + 8 : file.readUInt32LE(entry + 8);
    if (placeTags.has(tag)) movePlaces(file, { values, items, type, tag }, by);
    if (!inline) file.writeUInt32LE(values + by, entry + 8);
  }
  return directory + 2 + count * 12;
}

function movePlaces(
  file: Buffer,
  { values, items, type, tag }: { values: number; items: number; type: number; tag: number },
  by: number,
): void {
  if (type !== 4 && type !== 13)
    throw new JobFailure('engine_error', `offsets of TIFF tag ${tag} have the unexpected type ${type}`);
  for (let index = 0; index < items; index++) {
    const place = file.readUInt32LE(values + index * 4);
    if (tag === 0x14a || tag > 0x8000) moveDirectory(file, place, by);
    file.writeUInt32LE(place + by, values + index * 4);
  }
}
