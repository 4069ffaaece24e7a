/** Every fourth pixel of every fourth row is looked at. */
const step = 4;
/** The smallest width of an area, in pixels. */
const narrowest = 60;
/** Brighter pixels, of 0 to 255, are paper. */
const brightest = 160;

/**
 * Tells whether a picture (red, green, blue) has a dark area, such as the ground of a white code. Letters and rules are
 * too thin to be one.
 */
export function hasDarkArea(rgb: Uint8Array, width: number, height: number): boolean {
  const wasDark = new Uint8Array(Math.ceil(width / step));
  for (let y = 0; y < height; y += step) {
    let run = 0;
    for (let x = 0, column = 0; x < width; x += step, column++) {
      const at = (y * width + x) * 3;
      const isDark = rgb[at]! + 2 * rgb[at + 1]! + rgb[at + 2]! < 4 * brightest;
      // The row above must be dark too: a rule is thinner than two rows.
      run = isDark && wasDark[column] ? run + step : 0;
      if (run >= narrowest) return true;
      wasDark[column] = isDark ? 1 : 0;
    }
  }
  return false;
}
