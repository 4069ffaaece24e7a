import { countShades, findPercentile, type Grey, shrinkPage } from '../../../image/scans/grey.ts';

/**
 * The length of the copy that is examined: coarse enough to remove most noise, fine enough to keep a full
 * stop.
 */
const lookLength = 1000;
/** The distance at which a pixel is compared with its surroundings: more than the width of a stroke. */
const apart = 6;
/** The smallest difference between print and paper in grey levels, and as a multiple of the usual noise. */
const faintest = 16;
const beyondGrain = 5;
/** The most noise in a small copy from which print can still be told apart. */
const maxGrain = 6;
/**
 * The number of differing pixels that an empty page may have, and their share on a page with a line or two.
 */
const specks = 5;
const fewShare = 0.001;
/** The distance around print within which the page is left unchanged. */
const near = 24;

/**
 * A quick estimate of the print on a page. Recognition of bare paper takes long and finds letters in its
 * noise.
 */
export type Print = 'none' | 'much' | { onBarePaper(page: Grey): Grey };

export function findPrint(page: Grey): Print {
  const factor = Math.max(1, Math.round(Math.max(page.width, page.height) / lookLength));
  const small = shrinkPage(page, factor);
  const differences = measureDifferences(small);
  const grain = findPercentile(countShades(differences), 0.5);
  if (grain > maxGrain) return 'much';
  const least = faintest + beyondGrain * grain;
  const places: number[] = [];
  differences.forEach((difference, at) => {
    if (difference >= least) places.push(at);
  });
  if (places.length <= specks) return 'none';
  if (places.length > differences.length * fewShare) return 'much';
  const kept = averageSurroundings(places, small);
  return {
    onBarePaper: other => {
      const data = Uint8Array.from(other.data);
      for (let y = 0; y < other.height; y++) {
        const row = Math.min(small.height - 1, Math.floor(y / factor)) * small.width;
        for (let x = 0, at = y * other.width; x < other.width; x++, at++)
          if (!kept[row + Math.min(small.width - 1, Math.floor(x / factor))]) data[at] = 255;
      }
      return { ...other, data };
    },
  };
}

/** Measures how much each pixel differs from the paper around it. */
function measureDifferences({ width, height, data }: Grey): Uint8Array {
  const differences = new Uint8Array(data.length);
  const sumSides = (at: number, far: number): number => data[at - far]! + data[at + far]!;
  for (let y = apart; y < height - apart; y++)
    for (let at = y * width + apart; at < (y + 1) * width - apart; at++) {
      const around = sumSides(at, apart) + sumSides(at, apart * width);
      differences[at] = Math.round(Math.abs(data[at]! - around / 4));
    }
  return differences;
}

function averageSurroundings(places: readonly number[], { width, height }: Grey): Uint8Array {
  const kept = new Uint8Array(width * height);
  for (const place of places) {
    const [x, y] = [place % width, Math.floor(place / width)];
    for (let row = Math.max(0, y - near); row <= Math.min(height - 1, y + near); row++)
      kept.fill(1, row * width + Math.max(0, x - near), row * width + Math.min(width, x + near + 1));
  }
  return kept;
}
