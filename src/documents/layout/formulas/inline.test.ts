import { expect, test } from 'vitest';
import { makePlainStyle } from '../../source.ts';
import { formatRuns } from '../../write/markdown-runs.ts';
import { makeLine } from '../characters/lines.ts';
import type { Word } from '../page.ts';
import { makeRuns } from '../runs.ts';
import { markFormulas } from './inline.ts';

/** Sets words in a row: `~` joins one to the word before it, `_` and `^` lower and raise it, `$` sets it in a font for formulas. */
function setLine(text: string) {
  let left = 0;
  const words = text.split(' ').map((part): Word => {
    const [, marks = '', own = ''] = /^([~_^$]*)(.*)$/u.exec(part) ?? [];
    const [isLow, isHigh] = [marks.includes('_'), marks.includes('^')];
    const glued = isLow || isHigh || marks.includes('~');
    const size = isLow || isHigh ? 7 : 10;
    const isFormula = marks.includes('$');
    const style = {
      ...makePlainStyle(size),
      font: isFormula ? 'ABCDEF+CMMI10' : 'ABCDEF+CMR10',
      italic: isFormula,
    };
    const baseline = 100 + (isLow ? 2 : isHigh ? -4 : 0);
    left += glued ? 0 : 3;
    const box = { left, right: left + 0.5 * size * own.length, top: baseline - 8, bottom: baseline + 2 };
    left = box.right;
    return { text: own, style, baseline, glued, ...box };
  });
  return { ...makeLine(words), size: 10, baseline: 100 };
}

function write(text: string): string {
  const line = setLine(text);
  const { words, latex } = markFormulas(line, []);
  return formatRuns(makeRuns(words, line.baseline, line.size, latex));
}

test('writes what is set in a font for formulas as LaTeX, with the numbers and brackets that belong to it', () => {
  expect(write('every $k ≥ 3 and $D')).toBe('every $k \\geq 3$ and $D$');
  expect(write('there is $γ _$k such that $f ~( ~$k ~) = 2 ~$k holds.')).toBe(
    'there is $\\gamma_{k}$ such that $f(k) = 2k$ holds.',
  );
  expect(write('the union of ( ~$x, $y ~)-dipaths of $B ~( ~$k, 1; 1).')).toBe(
    'the union of $(x, y)$-dipaths of $B(k, 1; 1)$.',
  );
});

test('leaves the numbers, brackets and stops of the sentence outside', () => {
  expect(write('In 2 cases (where $x ~) fails, as in 3 $n ~, 4 times.')).toBe(
    'In 2 cases (where $x$) fails, as in 3 $n$, 4 times.',
  );
  expect(write('see notes 3 and 4 $∗ here')).toContain('4 ');
  expect(write('see notes 3 and 4 $∗ here')).not.toContain('$');
});
