import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { parsePages } from '../../../engines/page-spans.ts';
import { pagesOption } from './pages-option.ts';

const schema = pagesOption('Pages.');

describe('page expressions', () => {
  it.each([
    ['1', [[1, 1]]],
    [
      '1-3,5,-1',
      [
        [1, 3],
        [5, 5],
        [-1, -1],
      ],
    ],
    ['8-', [[8, -1]]],
    ['-3-', [[-3, -1]]],
    ['2--2', [[2, -2]]],
    ['-1-1', [[-1, 1]]],
    [
      ' 3 , 1-2 ',
      [
        [3, 3],
        [1, 2],
      ],
    ],
  ])('parses %s', (text, spans) => {
    expect(Value.Check(schema, text)).toBe(true);
    expect(parsePages(text)).toEqual(spans);
  });

  it.each(['', '0', '1,', ',1', '1-0', 'a', '1;2', '1--', '--1', '1.5', '1234567', '1 2', '1-2-3', '１'])(
    'refuses %j',
    text => {
      expect(Value.Check(schema, text)).toBe(false);
    },
  );
});
