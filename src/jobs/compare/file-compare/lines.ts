import { JobFailure } from '../../../contract/failure.ts';
import { alignWords } from '../../pdf/pdf-compare/align.ts';
import { cutText, type Finding, maxListed } from './findings.ts';

/** The most lines of a text, and the letters of a line that a report shows. */
export const maxLines = 1_000_000;
const shownLetters = 200;

/** Numbers the lines of both texts, equal ones alike. */
function numberLines(texts: readonly (readonly string[])[]): Int32Array[] {
  const numbers = new Map<string, number>();
  return texts.map(lines =>
    Int32Array.from(lines, line => {
      const known = numbers.get(line) ?? numbers.size;
      numbers.set(line, known);
      return known;
    }),
  );
}

/** Compares two texts line by line. Spaces at the ends of lines, and empty lines at the end, do not count. */
export function compareLines(expectedText: readonly string[], actualText: readonly string[]): Finding {
  const [expected, actual] = [trimLines(expectedText), trimLines(actualText)];
  if (Math.max(expected.length, actual.length) > maxLines)
    throw new JobFailure('limit_exceeded', `more than ${maxLines} lines`);
  const [a, b] = numberLines([expected, actual]) as [Int32Array, Int32Array];
  const matches = alignWords(a, b);
  const lines: NonNullable<Finding['lines']> = [];
  let [same, from, to] = [0, 0, 0];
  const addGap = (end: number, endActual: number) => {
    for (let at = 0; at < Math.max(end - from, endActual - to) && lines.length < maxListed; at++)
      lines.push({
        line: (to + at < endActual ? to : from) + at + 1,
        ...(from + at < end && { expected: cutText(expected[from + at]!, shownLetters) }),
        ...(to + at < endActual && { actual: cutText(actual[to + at]!, shownLetters) }),
      });
  };
  for (const [at, match] of matches.entries()) {
    if (match < 0) continue;
    addGap(at, match);
    same++;
    [from, to] = [at + 1, match + 1];
  }
  addGap(expected.length, actual.length);
  const most = Math.max(expected.length, actual.length);
  const different = most - same;
  return {
    by: 'text',
    share: most === 0 ? 0 : different / most,
    ...(lines.length > 0 && { lines }),
    summary: `${different} of ${most} ${most === 1 ? 'line' : 'lines'}, from line ${lines[0]?.line}`,
  };
}

function trimLines(lines: readonly string[]): string[] {
  const trimmed = lines.map(line => line.trimEnd());
  const last = trimmed.findLastIndex(line => line !== '');
  return trimmed.slice(0, last + 1);
}
