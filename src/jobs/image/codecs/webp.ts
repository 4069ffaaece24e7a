/** Returns true if a WebP is lossless: its first image is a VP8L stream. */
export function isLosslessWebp(file: Buffer): boolean {
  for (let at = 12; at + 8 <= file.length; ) {
    const type = file.toString('latin1', at, at + 4);
    if (type === 'VP8L') return true;
    if (type === 'VP8 ') return false;
    // In an animation, the chunks of a frame follow sixteen bytes of position and duration.
    if (type === 'ANMF') at += 24;
    else at += 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) % 2);
  }
  return false;
}
