import { expect, it } from 'vitest';
import { readPaper } from './paper.ts';

const millimetre = 72 / 25.4;

it('keeps margins as they were requested', () => {
  const { margins } = readPaper({ margins: { top: 0, right: 10, bottom: 5, left: 120 } });
  expect(margins.left).toBeCloseTo(120 * millimetre);
  expect(margins.right).toBeCloseTo(10 * millimetre);
});

it('refuses margins that leave no room for text', () => {
  expect(() => readPaper({ pageSize: 'a5', margins: 70 })).toThrow(
    expect.objectContaining({ id: 'margins_too_wide' }),
  );
  expect(readPaper({ margins: 70 }).width).toBeCloseTo(210 * millimetre);
});
