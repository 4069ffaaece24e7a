import { countShades, findPercentile, type Grey, shrinkPage } from '../grey.ts';

/** Coarse enough to take most of the grain away, fine enough to leave a full stop. */
const lookLength = 1000;
/** How far off a pixel is compared with its surroundings: further than a stroke is wide. */
const apart = 6;
/** Grey levels by which print differs from paper at least, and how often the usual grain. */
const faintest = 16;
const beyondGrain = 5;
/** Where grain hides print nothing can be told at a glance. */
const mostGrain = 6;
/** Pixels so different that a page may have without anything on it, and the share of them on a page with a line or two. */
const specks = 5;
const fewShare = 0.001;
/** How far from print its page is left as it is. */
const near = 24;

/** What stands on a page at a glance: readers look for long at the grain of bare paper, and find letters in it. */
export type Print = 'none' | 'much' | { onBarePaper(page: Grey): Grey };

export function findPrint(page: Grey): Print {
  const factor = Math.max(1, Math.round(Math.max(page.width, page.height) / lookLength));
  const small = shrinkPage(page, factor);
  const differences = measureDifferences(small);
  const grain = findPercentile(countShades(differences), 0.5);
  if (grain > mostGrain) return 'much';
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

/** How much each pixel differs from the paper around it. */
function measureDifferences({ width, height, data }: Grey): Uint8Array {
  const differences = new Uint8Array(data.length);
  const sides = (at: number, far: number): number => data[at - far]! + data[at + far]!;
  for (let y = apart; y < height - apart; y++)
    for (let at = y * width + apart; at < (y + 1) * width - apart; at++) {
      const around = sides(at, apart) + sides(at, apart * width);
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
