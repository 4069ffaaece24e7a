const headerBytes = 26;
const signature = '8BIM';
const resourceIds = { icc: 1039, exif: 1058, xmp: 1060 } as const;

/** The description of a Photoshop file's merged picture, and its position. */
export interface PsdMerged {
  /** True for the format of large documents (PSB), with longer counts. */
  large: boolean;
  channels: number;
  width: number;
  height: number;
  /** Bits per sample. */
  depth: number;
  mode: number;
  /** True if the first channel after the colours is the opacity. */
  alpha: boolean;
  icc: Buffer | undefined;
  exif: Buffer | undefined;
  xmp: Buffer | undefined;
  /** 0 for none, 1 for PackBits. */
  compression: number;
  start: number;
}

/**
 * Returns true if a Photoshop file ends before its merged picture does: ImageMagick would then silently
 * combine the layers.
 */
export function isTruncatedPsd(file: Buffer): boolean {
  try {
    return findMergedEnd(file, parsePsdMerged(file)) > file.length;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

export function parsePsdMerged(file: Buffer): PsdMerged {
  const large = file.readUInt16BE(4) === 2;
  const resources = headerBytes + 4 + file.readUInt32BE(headerBytes);
  const layers = resources + 4 + file.readUInt32BE(resources);
  const count = large ? 8 : 4;
  const end = layers + count + (large ? Number(file.readBigUInt64BE(layers)) : file.readUInt32BE(layers));
  return {
    large,
    channels: file.readUInt16BE(12),
    height: file.readUInt32BE(14),
    width: file.readUInt32BE(18),
    depth: file.readUInt16BE(22),
    mode: file.readUInt16BE(24),
    alpha: hasTransparency(file.subarray(layers + count, end), count),
    ...parseResources(file.subarray(resources + 4, layers)),
    compression: file.readUInt16BE(end),
    start: end + 2,
  };
}

/**
 * A negative count of layers indicates transparency. The layers of a deep picture are in a separate block.
 */
function hasTransparency(layers: Buffer, count: number): boolean {
  const deep = layers.indexOf(`${signature}Lr`, 0, 'latin1');
  const at =
    layers.length > count && layers.readUIntBE(count - 4, 4) > 0 ? count : deep < 0 ? -1 : deep + 8 + count;
  return at >= 0 && at + 2 <= layers.length && layers.readInt16BE(at) < 0;
}

function parseResources(section: Buffer): Pick<PsdMerged, 'icc' | 'exif' | 'xmp'> {
  const found = new Map<number, Buffer>();
  for (let at = 0; at + 12 <= section.length && section.toString('latin1', at, at + 4) === signature; ) {
    const name = section.readUInt8(at + 6) + 1;
    const data = at + 6 + name + (name % 2) + 4;
    if (data > section.length) break;
    const size = section.readUInt32BE(data - 4);
    found.set(section.readUInt16BE(at + 4), section.subarray(data, data + size));
    at = data + size + (size % 2);
  }
  return {
    icc: found.get(resourceIds.icc),
    exif: found.get(resourceIds.exif),
    xmp: found.get(resourceIds.xmp),
  };
}

/** Returns the end of the merged picture, as far as the file says. */
function findMergedEnd(file: Buffer, merged: PsdMerged): number {
  const { channels, height, width, depth, compression, start } = merged;
  if (compression === 0) return start + channels * height * Math.ceil((width * depth) / 8);
  if (compression !== 1) return start;
  return readRunLengths(file, merged).reduce((end, length) => end + length, findRunsStart(merged));
}

const countBytes = ({ large }: PsdMerged): number => (large ? 4 : 2);

/** Returns the offset of the rows, which follow the table of their lengths. */
export const findRunsStart = (merged: PsdMerged): number =>
  merged.start + merged.channels * merged.height * countBytes(merged);

export const readRunLengths = (file: Buffer, merged: PsdMerged): number[] =>
  Array.from({ length: merged.channels * merged.height }, (_, row) =>
    file.readUIntBE(merged.start + row * countBytes(merged), countBytes(merged)),
  );
