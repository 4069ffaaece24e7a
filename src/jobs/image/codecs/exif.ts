/** Sharp and PNG files give EXIF sometimes with a prefix, sometimes as a bare TIFF structure. */
export const stripExifPrefix = (exif: Buffer): Buffer =>
  exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? exif.subarray(6) : exif;

const orientationTag = 0x0112;

/** Returns a copy that marks the pixels as upright, for pictures whose decoder has already rotated them. */
export function setExifUpright(exif: Buffer): Buffer {
  const copy = Buffer.from(stripExifPrefix(exif));
  const little = copy.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (little ? copy.readUInt16LE(at) : copy.readUInt16BE(at));
  const u32 = (at: number) => (little ? copy.readUInt32LE(at) : copy.readUInt32BE(at));
  if (copy.length < 10) return copy;
  const directory = u32(4);
  if (directory + 2 > copy.length) return copy;
  for (let entry = 0; entry < u16(directory); entry++) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > copy.length) break;
    if (u16(at) !== orientationTag) continue;
    if (little) copy.writeUInt16LE(1, at + 8);
    else copy.writeUInt16BE(1, at + 8);
  }
  return copy;
}
