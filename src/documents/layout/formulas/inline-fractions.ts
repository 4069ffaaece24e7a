import { around, type Box, heightOf, isPost, middleX, widthOf } from '../../boxes.ts';
import { makeLine } from '../characters/lines.ts';
import { joinWords, type Line, type Word } from '../page.ts';

/** The bar of a fraction within a line is between these heights above its baseline, in type sizes, and at most so long. */
const [lowest, highest] = [0.1, 0.45];
const longestBar = 8;
/** The bar stands this close to the words beside it, in type sizes. */
const beside = 1;
/** The type above and below the bar is at most this share of the line's size. */
const small = 0.9;
/** The most words above or below the bar. */
const maxWords = 6;

/** Words above and below a bar. */
interface Fraction {
  above: Word[];
  below: Word[];
}

const findMain = (lines: readonly Line[], bar: Box): Line | undefined =>
  lines.find(
    ({ latex, left, right, baseline, size }) =>
      latex === undefined &&
      baseline - bar.top > lowest * size &&
      baseline - bar.top < highest * size &&
      widthOf(bar) < longestBar * size &&
      bar.left > left - beside * size &&
      bar.left < right + beside * size &&
      right - left > 2 * widthOf(bar),
  );

/** Finds the small words over and under a bar. */
function findFraction(words: readonly Word[], bar: Box, main: Line): Fraction | undefined {
  const near = words.filter(
    word =>
      middleX(word) > bar.left - 1 &&
      middleX(word) < bar.right + 1 &&
      word.style.size < small * main.size &&
      Math.abs(word.baseline - bar.top) < 1.3 * word.style.size,
  );
  const above = near.filter(({ baseline, style }) => baseline < bar.top + 0.1 * style.size);
  const below = near.filter(word => !above.includes(word));
  if (above.length === 0 || below.length === 0 || near.length > maxWords) return undefined;
  return below.every(({ baseline, style }) => baseline > bar.top + 0.5 * style.size)
    ? { above, below }
    : undefined;
}

function write(words: Word[]): string {
  const text = joinWords(words.sort((a, b) => a.left - b.left));
  return /^[\p{L}\p{N}.]+$/u.test(text) ? text : `(${text})`;
}

/** Writes the fractions within lines of text as `a/b`, so that what stands above and below their bars is not taken for lines of its own. */
export function joinInlineFractions(lines: readonly Line[], rules: readonly Box[]): Line[] {
  const bars = rules.filter(rule => !isPost(rule) && heightOf(rule) < 2);
  let rest = [...lines];
  for (const bar of bars) {
    const main = findMain(rest, bar);
    const words = main && rest.filter(line => Math.abs(line.baseline - bar.top) < 2 * main.size);
    const fraction =
      main &&
      findFraction(
        words!.flatMap(line => line.words),
        bar,
        main,
      );
    if (!fraction) continue;
    const taken = new Set([...fraction.above, ...fraction.below]);
    const first = fraction.above[0]!;
    const { top, bottom } = main;
    const box = { ...around([bar]), top, bottom };
    const before = main.words.findLast(word => !taken.has(word) && word.left < bar.left);
    const text = `${write(fraction.above)}/${write(fraction.below)}`;
    // A factor that follows would seem to stand below the bar.
    const isFactor = main.words.some(
      ({ left, text: next }) =>
        left > bar.right - 1 && left - bar.right < 0.2 * main.size && /^[\p{L}(]/u.test(next),
    );
    const word: Word = {
      ...box,
      text: isFactor ? `(${text})` : text,
      style: { ...first.style, size: main.size, italic: false },
      baseline: main.baseline,
      glued: before !== undefined && bar.left - before.right < 0.15 * main.size,
    };
    // A wide fraction leaves a gap in its line.
    const next = rest.find(
      line =>
        line !== main &&
        line.latex === undefined &&
        Math.abs(line.baseline - main.baseline) < 1 &&
        main.right < bar.left + 1 &&
        line.left > bar.right - 1 &&
        line.left - bar.right < beside * main.size,
    );
    rest = rest.flatMap(line => {
      const own = line.words.filter(each => !taken.has(each));
      if (line === next) return [];
      if (line === main) {
        const all = [...own, word, ...(next?.words ?? [])].sort((a, b) => a.left - b.left);
        return { ...makeLine(all), baseline: line.baseline, size: line.size };
      }
      return own.length === line.words.length ? line : own.length > 0 ? makeLine(own) : [];
    });
  }
  return rest;
}
