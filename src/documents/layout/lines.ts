import { around, type Box, sharedY } from '../boxes.ts';
import { findColumnStarts } from './corridors.ts';
import type { Line, Word } from './page.ts';

/** A wider gap, in type sizes, parts two lines that stand side by side. */
const columnGap = 1;
/** Baselines this close, in type sizes, are one. */
const sameBaseline = 0.28;

/** The size that most letters have. */
export function usualSize(words: readonly Word[]): number {
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
  const size = usualSize(words);
  const main = words.filter(word => Math.abs(word.style.size - size) < 0.5);
  const baseline = main.reduce((sum, word) => sum + word.baseline, 0) / (main.length || 1);
  // A glued word whose neighbour went elsewhere stands alone.
  return { ...around(words), words, size, baseline: main.length ? baseline : words[0]!.baseline };
}

/** Words on one baseline, each row from left to right. */
function makeRows(words: readonly Word[]): Word[][] {
  const rows: { baseline: number; size: number; words: Word[] }[] = [];
  for (const word of [...words].sort((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const row = rows.at(-1);
    const size = row ? Math.min(row.size, word.style.size) : 0;
    if (row && word.baseline - row.baseline < Math.max(1, sameBaseline * size)) {
      row.words.push(word);
      row.size = Math.max(row.size, word.style.size);
    } else rows.push({ baseline: word.baseline, size: word.style.size, words: [word] });
  }
  return rows.map(row => row.words.sort((a, b) => a.left - b.left));
}

/** Puts raised and lowered words into the line they belong to. */
function joinScripts(lines: Line[]): Line[] {
  const isSmall = (small: Line, large: Line) => small.size <= 0.82 * large.size && small.words.length <= 3;
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
        const gap = gapBeside(line, candidate);
        if (gap < 0.35 * candidate.size && (!best || gap < best.gap)) best = { line: candidate, gap };
      }
    if (!best) continue;
    gone.add(line);
    const words = [...best.line.words, ...line.words].sort((a, b) => a.left - b.left);
    Object.assign(best.line, makeLine(words), { baseline: best.line.baseline });
  }
  return lines.filter(line => !gone.has(line));
}

/** The least room between a small line and the words of another; negative where it stands over one of them. */
function gapBeside(small: Box, { words }: Line): number {
  let best = Infinity;
  for (const word of words) best = Math.min(best, Math.max(word.left - small.right, small.left - word.right));
  return best < -0.5 * (small.right - small.left) ? Infinity : best;
}

/** A word that follows the one it was glued to stays glued; any other is a word of its own. */
function settleGlue(line: Line): void {
  for (const [at, word] of line.words.entries()) {
    const before = line.words[at - 1];
    word.glued = before !== undefined && word.left - before.right < 0.12 * Math.max(word.style.size, before.style.size) && (word.glued || isScript(word, before) || isScript(before, word));
  }
}

const isScript = (word: Word, beside: Word): boolean =>
  word.style.size < 0.82 * beside.style.size && Math.abs(word.baseline - beside.baseline) > 0.1 * beside.style.size;

/** Words as lines, parted at wide gaps and where a rule runs down between two words. */
export function makeLines(words: readonly Word[], posts: readonly Box[]): Line[] {
  const lines: Line[] = [];
  const rows = makeRows(words);
  const starts = findColumnStarts(rows);
  for (const row of rows) {
    let line: Word[] = [];
    for (const word of row) {
      const before = line.at(-1);
      const gap = before ? word.left - Math.max(...line.slice(-3).map(each => each.right)) : 0;
      const size = before ? Math.max(before.style.size, word.style.size) : 0;
      const isParted =
        before && (gap > columnGap * size || starts.has(word) || (gap > 0 && hasPost(before, word, posts)));
      if (isParted) {
        lines.push(makeLine(line));
        line = [];
      }
      line.push(word);
    }
    if (line.length > 0) lines.push(makeLine(line));
  }
  const joined = joinScripts(lines);
  for (const line of joined) settleGlue(line);
  return joined;
}

function hasPost(before: Word, word: Word, posts: readonly Box[]): boolean {
  const y = (word.top + word.bottom) / 2;
  return posts.some(post => {
    const x = (post.left + post.right) / 2;
    return x > before.right - 1 && x < word.left + 1 && post.top < y && post.bottom > y;
  });
}
