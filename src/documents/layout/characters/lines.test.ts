import { expect, test } from 'vitest';
import { makePlainStyle } from '../../source.ts';
import { joinWords, type Word } from '../page.ts';
import { makeLines } from './lines.ts';

const makeWord = (text: string, left: number, baseline: number, size: number, font: string): Word => ({
  ...{
    text,
    left,
    right: left + 0.5 * size * text.length,
    top: baseline - 0.78 * size,
    bottom: baseline + 0.22 * size,
  },
  ...{ baseline, style: { ...makePlainStyle(size), font }, glued: false },
});

test('a raised formula of several letters belongs to its line', () => {
  const line = ['at', 'most', 'e'].map((text, at) => makeWord(text, 15 * at, 100, 10, 'CMR10'));
  const exponent = ['−', 't', '+', 'a', 'x'].map((text, at) =>
    makeWord(text, 35.5 + 3.5 * at, 95, 7, 'CMMI7'),
  );
  expect(makeLines([...line, ...exponent], []).map(({ words }) => joinWords(words))).toHaveLength(1);
});
