const headerBytes = 18;
const grey = 3;
const packedGrey = 11;
const rgb = 2;

/** Unpacks runs of pixels of two bytes each. */
function unpackRuns(data: Buffer, bytes: number): Buffer {
  const output = Buffer.alloc(bytes);
  let to = 0;
  for (let from = 0; from < data.length && to < bytes; ) {
    const head = data[from++]!;
    const length = 2 * ((head & 0x7f) + 1);
    const pixels = data.subarray(from, from + (head & 0x80 ? 2 : length));
    if (pixels.length > 0) output.fill(pixels, to, Math.min(bytes, to + length));
    to += length;
    from += pixels.length;
  }
  return output;
}

/**
 * Returns a Targa picture in grey with transparency as one in RGB, and any other as it is: ImageMagick takes the two
 * bytes of such a pixel for one number.
 */
export function widenGreyTarga(file: Buffer): Buffer {
  const type = file[2];
  if (file.length < headerBytes || (type !== grey && type !== packedGrey) || file[16] !== 16) return file;
  const pixels = file.readUInt16LE(12) * file.readUInt16LE(14);
  const data = file.subarray(headerBytes + file[0]!);
  const source = type === grey ? data : unpackRuns(data, 2 * pixels);
  const header = Buffer.from(file.subarray(0, headerBytes));
  header[0] = 0;
  header[2] = rgb;
  header[16] = 32;
  const wide = Buffer.alloc(4 * pixels);
  for (let at = 0; at < pixels; at++) {
    wide.fill(source[2 * at] ?? 0, 4 * at, 4 * at + 3);
    wide[4 * at + 3] = source[2 * at + 1] ?? 0;
  }
  return Buffer.concat([header, wide]);
}
