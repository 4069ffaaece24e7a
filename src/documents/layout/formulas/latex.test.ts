import { expect, test } from 'vitest';
import { makePlainStyle } from '../../source.ts';
import type { Word } from '../page.ts';
import { writeLatex } from './latex.ts';

/** A word of a formula: tall brackets are drawn from `top` to `bottom`, other signs around their baseline. */
function word(
  text: string,
  left: number,
  baseline: number,
  size = 10,
  tall?: [top: number, bottom: number],
): Word {
  const [top, bottom] = tall ?? [baseline - 0.78 * size, baseline + 0.22 * size];
  const style = { ...makePlainStyle(size), italic: /^[a-z]$/.test(text) };
  return { text, style, baseline, glued: false, left, top, bottom, right: left + 0.5 * size * text.length };
}
const paren = (text: string, left: number) => word(text, left, 100, 10, [82, 113]);
const cells = (x: number, [a, b]: [string, string]) => [word(a, x, 92), word(b, x, 108)];

test('writes what tall brackets enclose as a matrix, a binomial, cases or one row', () => {
  const matrix = [...cells(10, ['a', 'c']), ...cells(30, ['b', 'd'])];
  expect(writeLatex([paren('(', 4), ...matrix, paren(')', 38)], [])).toBe(
    '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
  );
  const pieces = ['⎡', '⎣'].map((text, at) => word(text, 4, 95 + 15 * at, 10, [82 + 15 * at, 97 + 15 * at]));
  const ends = ['⎤', '⎦'].map((text, at) => word(text, 38, 95 + 15 * at, 10, [82 + 15 * at, 97 + 15 * at]));
  expect(writeLatex([...pieces, ...matrix, ...ends], [])).toContain('\\begin{bmatrix} a & b');
  const close = [...cells(10, ['1', '0']), ...cells(20, ['0', '1'])];
  expect(writeLatex([paren('(', 4), ...close, paren(')', 26)], [])).toContain(
    '{pmatrix} 1 & 0 \\\\ 0 & 1 \\end',
  );
  expect(writeLatex([paren('(', 4), ...cells(10, ['n', 'k']), paren(')', 16)], [])).toBe('\\binom{n}{k}');
  expect(writeLatex([paren('{', 4), ...matrix], [])).toBe('\\begin{cases} a & b \\\\ c & d \\end{cases}');
  const fraction = [word('1', 11, 92), word('n', 11, 108)];
  const bar = { left: 10, right: 17, top: 97.5, bottom: 97.5 };
  expect(writeLatex([paren('(', 4), ...fraction, paren(')', 18)], [bar])).toBe(
    '\\left( \\frac{1}{n} \\right)',
  );
});

test('puts the limit of lim under it, writes accents, and keeps a stop out of a root', () => {
  const limit = [word('lim', 10, 100), ...['n', '→', '∞'].map((text, at) => word(text, 8 + 6 * at, 108, 7))];
  expect(writeLatex([...limit, word('x̂', 30, 100)], [])).toBe('\\lim_{n \\to \\infty} \\hat{x}');
  const root = [word('√', 4, 100), { ...word('y,', 10, 100), right: 18 }];
  expect(writeLatex(root, [{ left: 9, right: 15, top: 91, bottom: 91 }])).toBe('\\sqrt{y},');
});

test('writes a root over a fraction, the line of which begins beside the sign too', () => {
  const lines = [81, 96].map((y, at) => ({ left: 9 + at, right: 17 - at, top: y, bottom: y }));
  const parts = [word('√', 4, 100, 10, [80.5, 110]), word('a', 10.5, 92), word('b', 10.5, 106)];
  expect(writeLatex(parts, lines)).toBe('\\sqrt{\\frac{a}{b}}');
});

test('writes letters with double strokes and letters of script as such', () => {
  expect(writeLatex([word('ℝ', 0, 100), word('ℒ', 12, 100)], [])).toBe('\\mathbb{R} \\mathcal{L}');
});

test('writes an exponent within an index, which may stand as high as the line', () => {
  expect(writeLatex([word('u', 0, 100), word('H', 5, 102, 7), word('1', 8.5, 100.2, 5)], [])).toBe(
    'u_{H^{1}}',
  );
});
