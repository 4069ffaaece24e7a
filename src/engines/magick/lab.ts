/** The white that files mean by L*a*b*: D50, for which ImageMagick takes D65. */
const white = [0.9642, 1, 0.8249] as const;

/** The matrix from XYZ under D50 to linear sRGB. */
const matrix = [
  [3.133_856_1, -1.616_866_7, -0.490_614_6],
  [-0.978_768_4, 1.916_141_5, 0.033_454],
  [0.071_945_3, -0.228_991_4, 1.405_242_7],
] as const;

/** Converts L*a*b* in bytes to sRGB, in place; other channels, such as alpha, stay. */
export function convertLabToSrgb(data: Uint8Array, channels: number): void {
  for (let at = 0; at < data.length; at += channels) {
    const y = ((data[at]! * 100) / 255 + 16) / 116;
    const x = y + (data[at + 1]! - 128) / 500;
    const z = y - (data[at + 2]! - 128) / 200;
    const xyz = [invertCurve(x) * white[0], invertCurve(y) * white[1], invertCurve(z) * white[2]] as const;
    for (const [band, row] of matrix.entries())
      data[at + band] = shade(row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2]);
  }
}

const invertCurve = (value: number): number =>
  value > 6 / 29 ? value ** 3 : 3 * (6 / 29) ** 2 * (value - 4 / 29);

function shade(linear: number): number {
  const value = Math.max(0, Math.min(1, linear));
  return Math.round(255 * (value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
}
