import type { Run } from '../model.ts';
import type { Hyphens } from './hyphens.ts';
import type { Word } from './page.ts';

/** A raised word is smaller than the line and stands above its baseline. */
const isRaised = (word: Word, baseline: number, size: number): boolean =>
  word.style.size < 0.93 * size && baseline - word.baseline > 0.15 * size;

const sameLook = (a: Run, b: Run): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.code === b.code &&
  a.superscript === b.superscript &&
  a.link === b.link;

export function appendRun(runs: Run[], run: Run): void {
  const before = runs.at(-1);
  if (before && sameLook(before, run)) before.text += run.text;
  else runs.push({ ...run });
}

const styleOf = (word: Word, baseline: number, size: number): Omit<Run, 'text'> => ({
  ...(word.style.bold && { bold: true as const }),
  ...(word.style.italic && { italic: true as const }),
  ...(word.style.mono && { code: true as const }),
  ...(isRaised(word, baseline, size) && { superscript: true as const }),
  ...(word.link !== undefined && { link: word.link }),
});

/** A line's words as runs. */
export function makeRuns(words: readonly Word[], baseline: number, size: number): Run[] {
  const runs: Run[] = [];
  for (const [at, word] of words.entries()) {
    const style = styleOf(word, baseline, size);
    const before = runs.at(-1);
    if (at > 0 && !word.glued && before) {
      // A space belongs to a stretch only where both its ends do.
      if (sameLook(before, { text: '', ...style })) before.text += ' ';
      else if (before.link || before.superscript) runs.push({ text: ' ' });
      else before.text += ' ';
    }
    appendRun(runs, { text: word.text, ...style });
  }
  return runs;
}

/** Runs of lines as one text; words that were parted at the end of a line are whole again. */
export function joinRuns(lines: readonly (readonly Run[])[], hyphens: Hyphens): Run[] {
  const runs: Run[] = [];
  let before = '';
  for (const line of lines) {
    const text = line.map(run => run.text).join('');
    if (text === '') continue;
    const joined = before === '' ? undefined : hyphens.joined(before, text);
    const last = runs.at(-1);
    if (last && joined === undefined)
      last.text +=
        /[\u3040-\u30ff\u4e00-\u9fff]$/.test(before) && /^[\u3040-\u30ff\u4e00-\u9fff]/.test(text) ? '' : ' ';
    else if (last && joined !== undefined && joined.length < before.length + text.length)
      last.text = last.text.slice(0, -1);
    for (const run of line) appendRun(runs, run);
    before = text;
  }
  return runs;
}
