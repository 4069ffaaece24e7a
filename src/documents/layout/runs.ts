import type { Run } from '../model.ts';
import type { Hyphens } from './hyphens.ts';
import { minRaise, noteMark, type Word } from './page.ts';

/**
 * Returns true if a word is above the line's baseline and smaller than the line, or is the mark of a note.
 */
const isRaised = (word: Word, baseline: number, size: number): boolean =>
  word.style.size < 0.93 * size
    ? baseline - word.baseline > 0.15 * size
    : noteMark.test(word.text) && baseline - word.baseline > minRaise * size;

/**
 * Returns true if a word is below the line's baseline, smaller than the line and follows a word without a
 * space.
 */
const isLowered = (word: Word, baseline: number, size: number): boolean =>
  word.glued && word.style.size < 0.85 * size && word.baseline - baseline > 0.08 * size;

const haveSameLook = (a: Run, b: Run): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.code === b.code &&
  a.superscript === b.superscript &&
  a.subscript === b.subscript &&
  a.link === b.link &&
  a.latex === b.latex;

export function appendRun(runs: Run[], run: Run): void {
  const before = runs.at(-1);
  if (before && haveSameLook(before, run)) before.text += run.text;
  else runs.push({ ...run });
}

const makeStyle = (word: Word, baseline: number, size: number): Omit<Run, 'text'> => ({
  ...(word.style.bold && { bold: true as const }),
  ...(word.style.italic && { italic: true as const }),
  ...(word.style.mono && { code: true as const }),
  ...(isRaised(word, baseline, size) && { superscript: true as const }),
  ...(isLowered(word, baseline, size) && { subscript: true as const }),
  ...(word.link !== undefined && { link: word.link }),
});

const isSet = ({ link, superscript, subscript, latex }: Run): boolean =>
  link !== undefined || superscript === true || subscript === true || latex !== undefined;

/**
 * Makes runs of a line's words, some of which have the formula that they belong to. Their texts are joined at the end, so that no
 * string keeps its parts in memory.
 */
export function makeRuns(
  words: readonly Word[],
  baseline: number,
  size: number,
  formulas?: ReadonlyMap<Word, string>,
): Run[] {
  const made: { run: Run; parts: string[] }[] = [];
  for (const [at, word] of words.entries()) {
    const latex = formulas?.get(word);
    const run: Run = { text: '', ...makeStyle(word, baseline, size), ...(latex !== undefined && { latex }) };
    let before = made.at(-1);
    const isAlike = before !== undefined && haveSameLook(before.run, run);
    if (at > 0 && !word.glued && before) {
      // A space belongs to a stretch only if both its ends do.
      if (!isAlike && isSet(before.run)) {
        const isWithin = latex !== undefined && before.run.latex === latex;
        before = { run: { text: '', ...(isWithin && { latex }) }, parts: [' '] };
        made.push(before);
      } else before.parts.push(' ');
    }
    if (before && haveSameLook(before.run, run)) before.parts.push(word.text);
    else made.push({ run, parts: [word.text] });
  }
  return made.map(({ run, parts }) => ({ ...run, text: parts.join('') }));
}

/** Joins the runs of lines to one text, in which words split at the end of a line are whole again. */
export function joinRuns(lines: readonly (readonly Run[])[], hyphens: Hyphens): Run[] {
  const runs: Run[] = [];
  for (const line of lines) continueRuns(runs, line, hyphens);
  return runs;
}

/** The end of a text that tells whether its last word continues on the next line. */
const longestEnd = 80;
const endsWithoutSpace = /[\u3040-\u30ff\u4e00-\u9fff]$/;
const beginsWithoutSpace = /^[\u3040-\u30ff\u4e00-\u9fff]/;

/** Adds a further line to a text. */
export function continueRuns(runs: Run[], line: readonly Run[], hyphens: Hyphens): void {
  const text = line.map(run => run.text).join('');
  if (text === '') return;
  const last = runs.at(-1);
  if (last) {
    const before = runs
      .slice(-4)
      .map(run => run.text.slice(-longestEnd))
      .join('');
    const joined = hyphens.joined(before, text);
    const isSpaced =
      joined === undefined && !(endsWithoutSpace.test(before) && beginsWithoutSpace.test(text));
    const isLoose = isSet(last) && (last.latex !== undefined || !haveSameLook(last, line[0]!));
    if (isSpaced && isLoose) appendRun(runs, { text: ' ' });
    else if (isSpaced) last.text += ' ';
    else if (joined !== undefined && joined.length < before.length + text.length)
      last.text = last.text.slice(0, -1);
  }
  for (const run of line) appendRun(runs, run);
}
