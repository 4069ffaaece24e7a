const headerBytes = 26;

/** Whether a Photoshop file ends before its merged picture does: ImageMagick then lays its layers together without a word. */
export function isCutPsd(file: Buffer): boolean {
  try {
    return mergedEnd(file) > file.length;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** Where the merged picture ends, as far as the file tells. */
function mergedEnd(file: Buffer): number {
  const large = file.readUInt16BE(4) === 2;
  const [channels, height, width] = [file.readUInt16BE(12), file.readUInt32BE(14), file.readUInt32BE(18)];
  const depth = file.readUInt16BE(22);
  let at = headerBytes;
  at += 4 + file.readUInt32BE(at);
  at += 4 + file.readUInt32BE(at);
  at += large ? 8 + Number(file.readBigUInt64BE(at)) : 4 + file.readUInt32BE(at);
  const compression = file.readUInt16BE(at);
  at += 2;
  if (compression === 0) return at + channels * height * Math.ceil((width * depth) / 8);
  if (compression !== 1) return at;
  // Runs, row by row, after the length of each row.
  const count = large ? 4 : 2;
  let end = at + channels * height * count;
  for (let row = 0; row < channels * height; row++) end += file.readUIntBE(at + row * count, count);
  return end;
}
