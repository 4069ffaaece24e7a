// The mean of the standard's luminance table, at quality 50.
const standardMean = 3692 / 64;
const frames = new Set([0xc0, 0xc1, 0xc2]);

/**
 * Estimates the quality of a JPEG file by its luminance table. Returns undefined if it cannot be estimated,
 * or if chroma is not subsampled: then encoding it again gains more than the quality suggests.
 */
export function estimateJpegQuality(file: Uint8Array): number | undefined {
  const data = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let quality: number | undefined;
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff; at += 2 + data.getUint16(at + 2)) {
    const marker = data.getUint8(at + 1);
    const end = Math.min(file.length, at + 2 + data.getUint16(at + 2));
    const bytes = file.subarray(at + 4, end);
    if (marker === 0xdb && bytes[0] === 0 && bytes.length >= 65)
      quality = estimateByScale(bytes.subarray(1, 65));
    if (frames.has(marker)) return isSubsampled(bytes) ? quality : undefined;
  }
  return undefined;
}

function estimateByScale(table: Uint8Array): number {
  const scale = table.reduce((sum, value) => sum + value, 0) / 64 / standardMean;
  return scale <= 1 ? 100 - 50 * scale : 50 / scale;
}

/**
 * Parses a frame's header: precision, height and width, then number, sampling and table of each component.
 */
function isSubsampled(frame: Uint8Array): boolean {
  const components = frame[5] ?? 0;
  return components === 1 || (components === 3 && (frame[7] ?? 0) >> 4 > 1);
}
