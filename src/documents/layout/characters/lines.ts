import { around, type Box, sharedX, sharedY, widthOf } from '../../boxes.ts';
import { findEvenlySpaced } from '../../even-gaps.ts';
import { isFormulaFont } from '../formula-fonts.ts';
import { isLoneMark } from '../marks.ts';
import { isProse, type Line, minRaise, noteMark, type Word } from '../page.ts';
import { findColumnStarts } from './corridors.ts';
import { joinJustified } from './justified.ts';

/** A wider gap, in type sizes, parts two lines that stand side by side. */
const columnGap = 1;
const sentenceGap = 1.8;
const codeGap = 6;
/** Baselines closer than this, in type sizes, count as equal. */
const sameBaseline = 0.28;
/** A raised or lowered word is at most this share of the size beside it. */
const scriptSize = 0.93;

/** Returns the size of most letters. */
export function findUsualSize(words: readonly Word[]): number {
  const letters = new Map<number, number>();
  for (const { style, text } of words) {
    const size = Math.round(style.size * 4) / 4;
    letters.set(size, (letters.get(size) ?? 0) + text.length);
  }
  let [best, most] = [0, 0];
  for (const [size, count] of letters) if (count > most) [best, most] = [size, count];
  return best;
}

export function makeLine(words: Word[]): Line {
  const size = findUsualSize(words);
  const main = words.filter(word => Math.abs(word.style.size - size) < 0.5);
  const baseline = main.reduce((sum, word) => sum + word.baseline, 0) / (main.length || 1);
  // A glued word whose neighbour went elsewhere stands alone.
  return { ...around(words), words, size, baseline: main.length ? baseline : words[0]!.baseline };
}

/** Returns true if a word is the raised mark of the note that begins after it, which may be as large as the note. */
const isNoteMark = (word: Word, next: Word): boolean =>
  noteMark.test(word.text) &&
  word.left < next.left &&
  Math.abs(word.style.size - next.style.size) < 0.5 &&
  next.baseline - word.baseline > minRaise * next.style.size &&
  next.baseline - word.baseline < 0.65 * next.style.size;

/** Finds raised and lowered words with the baseline of the word beside them. */
function findScriptBaselines(words: readonly Word[]): Map<Word, number> {
  const lent = new Map<Word, number>();
  const belongs = (word: Word, beside: Word | undefined): beside is Word => {
    if (!beside) return false;
    const { size } = beside.style;
    const gap = Math.max(word.left - beside.right, beside.left - word.right);
    if (word.style.size > scriptSize * size)
      return isNoteMark(word, beside) && gap < 0.4 * size && gap > -0.3 * size;
    const shift = Math.abs(word.baseline - beside.baseline);
    return shift > 0.1 * size && shift < 0.65 * size && gap < 0.25 * size && gap > -0.3 * size;
  };
  for (const [at, word] of words.entries())
    for (const beside of [words[at - 1], words[at + 1]])
      if (!lent.has(word) && belongs(word, beside)) lent.set(word, lent.get(beside) ?? beside.baseline);
  return lent;
}

/** Makes rows of words on one baseline, each from left to right. */
function makeRows(words: readonly Word[]): Word[][] {
  const rows: { baseline: number; size: number; words: Word[] }[] = [];
  const lent = findScriptBaselines(words);
  const findBaseline = (word: Word) => lent.get(word) ?? word.baseline;
  for (const word of [...words].sort((a, b) => findBaseline(a) - findBaseline(b) || a.left - b.left)) {
    const row = rows.at(-1);
    // A raised or lowered word stands where the word beside it does, however small it is.
    const size = row ? Math.min(row.size, lent.has(word) ? row.size : word.style.size) : 0;
    if (row && findBaseline(word) - row.baseline < Math.max(1, sameBaseline * size)) {
      row.words.push(word);
      row.size = Math.max(row.size, word.style.size);
    } else rows.push({ baseline: findBaseline(word), size: word.style.size, words: [word] });
  }
  return rows.flatMap(row => separateOverprints(row.words.sort((a, b) => a.left - b.left)));
}

/** Words that share at least this part of the narrower one's width stand on top of one another. */
const overprinted = 0.5;

const describeLook = ({ style }: Word): string => `${style.font} ${Math.round(style.size)} ${style.colour}`;

/** Separates text in another style that is printed over a row, as a head over the first line of the text. */
function separateOverprints(row: Word[]): Word[][] {
  const pairs = row.flatMap((word, at) => {
    const before = row[at - 1];
    if (!before || describeLook(before) === describeLook(word) || !isProse(before) || !isProse(word))
      return [];
    const isOver = sharedX(before, word) > overprinted * Math.min(widthOf(before), widthOf(word));
    return isOver ? [[before, word] as const] : [];
  });
  const [first] = pairs;
  if (!first) return [row];
  const own = first.find(word =>
    pairs.every(pair => pair.some(each => describeLook(each) === describeLook(word))),
  );
  if (!own) return [row];
  const parts = Map.groupBy(row, word => describeLook(word) === describeLook(own));
  return [...parts.values()];
}

/** The most words that are raised or lowered together: in text, and in a formula. */
const [maxScript, maxExponent] = [3, 8];

/** Puts raised and lowered words into the line they belong to. */
function joinScripts(lines: Line[]): Line[] {
  const isShort = ({ words }: Line) =>
    words.length <= (words.some(({ style }) => isFormulaFont(style.font)) ? maxExponent : maxScript);
  const isSmall = (small: Line, large: Line) => small.size <= 0.88 * large.size && isShort(small);
  const gone = new Set<Line>();
  const byTop = [...lines].sort((a, b) => a.baseline - b.baseline);
  for (const [at, line] of byTop.entries()) {
    let best: { line: Line; gap: number } | undefined;
    for (const step of [-1, 1])
      for (let other = at + step; byTop[other]; other += step) {
        const candidate = byTop[other]!;
        if (Math.abs(candidate.baseline - line.baseline) > candidate.size) {
          if (Math.abs(candidate.baseline - line.baseline) > 40) break;
          continue;
        }
        if (gone.has(candidate) || !isSmall(line, candidate)) continue;
        if (sharedY(line, candidate) < 0.3 * (line.bottom - line.top)) continue;
        const gap = measureGapBeside(line, candidate);
        if (gap < 0.35 * candidate.size && (!best || gap < best.gap)) best = { line: candidate, gap };
      }
    if (!best) continue;
    gone.add(line);
    const words = [...best.line.words, ...line.words].sort((a, b) => a.left - b.left);
    Object.assign(best.line, makeLine(words), { baseline: best.line.baseline });
  }
  return lines.filter(line => !gone.has(line));
}

/** How far from its mark the text of an item begins, in type sizes. */
const furthestText = 4;

/** Puts the mark of a list item that stands by itself at the head of the line it belongs to. */
export function joinMarks(lines: Line[]): Line[] {
  const gone = new Set<Line>();
  for (const mark of lines) {
    if (mark.words.length > 2 || !isLoneMark(mark.words.map(({ text }) => text).join(''))) continue;
    const beside = lines
      .filter(
        line =>
          line !== mark && !gone.has(line) && Math.abs(line.baseline - mark.baseline) < 0.35 * line.size,
      )
      .filter(line => line.left >= mark.right - 1 && line.left - mark.left < furthestText * line.size)
      .sort((a, b) => a.left - b.left)[0];
    if (!beside) continue;
    // The number of a formula is closer to the formula than to the text of the next column.
    const isBehind = lines.some(
      line =>
        line !== mark &&
        !gone.has(line) &&
        line.right <= mark.left &&
        mark.left - line.right < beside.left - mark.right &&
        Math.abs(line.baseline - mark.baseline) < 0.35 * line.size,
    );
    if (isBehind) continue;
    gone.add(mark);
    Object.assign(beside, makeLine([...mark.words, ...beside.words]), {
      size: beside.size,
      baseline: beside.baseline,
    });
  }
  return lines.filter(line => !gone.has(line));
}

/** Returns the smallest gap between a small line and the words of another. It is negative if they overlap. */
function measureGapBeside(small: Box, { words }: Line): number {
  let best = Infinity;
  for (const word of words) best = Math.min(best, Math.max(word.left - small.right, small.left - word.right));
  return best < -0.5 * (small.right - small.left) ? Infinity : best;
}

/** Keeps a word joined only to the word that it originally followed. */
function settleGlue(line: Line): void {
  for (const [at, word] of line.words.entries()) {
    const before = line.words[at - 1];
    word.glued =
      before !== undefined &&
      word.left - before.right < 0.12 * Math.max(word.style.size, before.style.size) &&
      (word.glued || isScript(word, before) || isScript(before, word));
  }
}

const isScript = (word: Word, beside: Word): boolean =>
  word.style.size < scriptSize * beside.style.size &&
  Math.abs(word.baseline - beside.baseline) > 0.1 * beside.style.size;

/** Makes lines of words, split at wide gaps and where a rule runs between two words. */
export function makeLines(words: readonly Word[], posts: readonly Box[]): Line[] {
  const lines: Line[] = [];
  const rows = makeRows(words);
  const even = new Set(rows.flatMap(row => [...findEvenlySpaced(row)]));
  const starts = findColumnStarts(rows, even);
  for (const row of rows) {
    let line: Word[] = [];
    for (const word of row) {
      const before = line.at(-1);
      const gap = before ? word.left - Math.max(...line.slice(-3).map(each => each.right)) : 0;
      const size = before ? Math.max(before.style.size, word.style.size) : 0;
      const isParted =
        before &&
        !(isColon(before, word) && gap < furthestColon * size) &&
        ((gap > findWidestSpace(before, word) * size && !even.has(word)) ||
          starts.has(word) ||
          (gap > 0 && hasPost(before, word, posts)));
      if (isParted) {
        lines.push(makeLine(line));
        line = [];
      }
      line.push(word);
    }
    if (line.length > 0) lines.push(makeLine(line));
  }
  const joined = joinMarks(joinScripts(joinJustified(lines, makeLine)));
  for (const line of joined) settleGlue(line);
  return joined;
}

/**
 * Finds the widest space between two words of one line, in type sizes: typists put two spaces between
 * sentences.
 */
function findWidestSpace(before: Word, word: Word): number {
  if (before.style.mono && word.style.mono) return codeGap;
  return /\p{L}{2}[.!?]["”’)]*$/u.test(before.text) && /^["“‘(]*\p{Lu}/u.test(word.text)
    ? sentenceGap
    : columnGap;
}

/** How far a colon in a column of its own stands from its label and from what follows it, in type sizes. */
const furthestColon = 3;

const isColon = (before: Word, word: Word): boolean =>
  word.text === ':' || (before.text === ':' && word.baseline === before.baseline);

function hasPost(before: Word, word: Word, posts: readonly Box[]): boolean {
  const y = (word.top + word.bottom) / 2;
  return posts.some(post => {
    const x = (post.left + post.right) / 2;
    return x > before.right - 1 && x < word.left + 1 && post.top < y && post.bottom > y;
  });
}
