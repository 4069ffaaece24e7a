import { expect, test } from 'vitest';
import type { Block, Document } from '../model.ts';
import { isStructureUncertain } from './uncertain.ts';

const common = {
  places: [{ page: 1, box: { left: 0, top: 0, right: 1, bottom: 1 } }],
  direction: 'ltr',
  source: 'layout',
} as const;
const write = (text: string): Block => ({
  ...common,
  places: [...common.places],
  kind: 'paragraph',
  runs: [{ text }],
});
const makeTable = (rows: string[][]): Block => ({
  ...common,
  places: [...common.places],
  kind: 'table',
  headerRows: 1,
  rows: rows.map(row => row.map(text => ({ runs: [{ text }], columns: 1, rows: 1 }))),
});
const isUncertain = (...blocks: Block[]): boolean =>
  isStructureUncertain({ direction: 'ltr', pages: [], blocks, hiddenTextRemoved: false } satisfies Document);

test('a table with several numbers per cell is uncertain, but spaces as thousands separators are not', () => {
  const header = ['Kind', 'Tokens'];
  expect(
    isUncertain(makeTable([header, ['Web', '3.71T 3.32T'], ['Books', '28B 26B'], ['Code', '17B']])),
  ).toBe(true);
  expect(isUncertain(makeTable([header, ['Web', '1 234 567'], ['Books', '28 000'], ['Code', '17']]))).toBe(
    false,
  );
});

test('a run of many short labels is uncertain, but running text is not', () => {
  const labels = Array.from({ length: 12 }, (_, at) => write(`${at}.5 kg`));
  expect(isUncertain(...labels)).toBe(true);
  expect(isUncertain(...labels.flatMap(label => [label, write('A sentence of four words.')]))).toBe(false);
});
