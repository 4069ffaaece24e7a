/** The share of the pixels that are alike on a page which was not scanned. */
const evenShare = 0.95;
/** A pixel that differs from the paper by this much is seen: on even paper, and on paper with shades and the other side shining through. */
const evenContrast = 6;
const scanContrast = 60;
/** A scan's edges show the scanner's shadow, as a share of each side. */
const edge = 0.03;
/** A spot of fewer pixels is dust: as large as a full stop in small type. */
const minInk = 12;

/** Punched holes: their place and size as shares of the page's longer side. */
const hole = { fromSide: 0.09, least: 0.012, most: 0.035, roundness: 0.75, filled: 0.6 };

interface Spot {
  pixels: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns true if nothing is seen on a drawn page (three bytes a pixel), apart from the traces of a scanner. */
export function isBlank(rgb: Uint8Array, width: number, height: number): boolean {
  const grey = new Uint8Array(width * height);
  const counts = new Uint32Array(256);
  for (let at = 0; at < grey.length; at++) {
    // The darkest colour, so that pale yellow shows on white too.
    const value = Math.min(rgb[3 * at]!, rgb[3 * at + 1]!, rgb[3 * at + 2]!);
    grey[at] = value;
    counts[value]!++;
  }
  const paper = counts.indexOf(Math.max(...counts));
  const isEven = counts[paper]! >= evenShare * grey.length;
  const contrast = isEven ? evenContrast : scanContrast;
  const isInk = (at: number) => Math.abs(grey[at]! - paper) > contrast;
  if (isEven) return !grey.some((_, at) => isInk(at));
  const [across, down] = [Math.ceil(width * edge), Math.ceil(height * edge)];
  const seen = new Uint8Array(grey.length);
  for (let y = down; y < height - down; y++)
    for (let x = across; x < width - across; x++) {
      const at = y * width + x;
      if (seen[at] || !isInk(at)) continue;
      const spot = measureSpot(at, width, height, isInk, seen);
      if (spot.pixels >= minInk && !isHole(spot, width, height)) return false;
    }
  return true;
}

/** Measures the connected pixels of ink around one, and marks them as seen. */
function measureSpot(
  start: number,
  width: number,
  height: number,
  isInk: (at: number) => boolean,
  seen: Uint8Array,
): Spot {
  const spot: Spot = { pixels: 0, left: width, right: 0, top: height, bottom: 0 };
  const waiting = [start];
  seen[start] = 1;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    spot.pixels++;
    spot.left = Math.min(spot.left, x);
    spot.right = Math.max(spot.right, x);
    spot.top = Math.min(spot.top, y);
    spot.bottom = Math.max(spot.bottom, y);
    const near = [
      x > 0 && at - 1,
      x < width - 1 && at + 1,
      y > 0 && at - width,
      y < height - 1 && at + width,
    ];
    for (const other of near)
      if (other !== false && !seen[other] && isInk(other)) {
        seen[other] = 1;
        waiting.push(other);
      }
  }
  return spot;
}

function isHole({ pixels, left, right, top, bottom }: Spot, width: number, height: number): boolean {
  const longer = Math.max(width, height);
  const [wide, high] = [right - left + 1, bottom - top + 1];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const fromSide = Math.min(x, width - x, y, height - y);
  return (
    fromSide <= hole.fromSide * longer &&
    Math.max(wide, high) <= hole.most * longer &&
    Math.min(wide, high) >= hole.least * longer &&
    Math.min(wide, high) >= hole.roundness * Math.max(wide, high) &&
    pixels >= hole.filled * wide * high
  );
}
