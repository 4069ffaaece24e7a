import type { Word } from '../page.ts';

/** A gap that may be one between columns is wider than this, in type sizes; ordinary spaces hardly are. */
const minGap = 0.5;
const minTypedGap = 1;
const minRows = 4;
/** Rows further apart than this, in type sizes, are no evidence for one another. */
const apart = 2.6;

interface Gap {
  left: number;
  right: number;
  /** The word after it. */
  word: Word;
}

interface Row {
  baseline: number;
  size: number;
  words: Word[];
  gaps: Gap[];
}

function readRow(words: Word[], even: ReadonlySet<Word>): Row {
  const size = Math.max(...words.map(word => word.style.size));
  const gaps: Gap[] = [];
  let right = -Infinity;
  for (const word of words) {
    const least = word.style.typed ? minTypedGap : minGap;
    if (word.left - right > least * size && right > -Infinity && !even.has(word))
      gaps.push({ left: right, right: word.left, word });
    right = Math.max(right, word.right);
  }
  return { baseline: words[0]!.baseline, size, words, gaps };
}

/**
 * Finds the words that begin a column: the gap before them is above gaps of the following rows, at the same
 * position. One row alone cannot distinguish a narrow gap between columns from a wide space. Words as far
 * apart as their neighbours begin none.
 */
export function findColumnStarts(rows: readonly Word[][], even: ReadonlySet<Word>): Set<Word> {
  const starts = new Set<Word>();
  const read = rows.map(row => readRow(row, even));
  for (const [at, row] of read.entries())
    for (const gap of row.gaps) {
      if (starts.has(gap.word)) continue;
      const found = [gap.word];
      let { left, right } = gap;
      let before = row;
      for (const next of read.slice(at + 1)) {
        if (next.baseline - before.baseline > apart * Math.max(next.size, before.size)) break;
        const least = minGap * 0.8 * Math.min(next.size, row.size);
        const own = next.gaps.find(
          other => Math.min(other.right, right) - Math.max(other.left, left) >= least,
        );
        if (own) {
          left = Math.max(left, own.left);
          right = Math.min(right, own.right);
          found.push(own.word);
        } else if (next.words.some(word => word.right > left + 1 && word.left < right - 1)) break;
        before = next;
      }
      if (found.length >= minRows) for (const word of found) starts.add(word);
    }
  return starts;
}
