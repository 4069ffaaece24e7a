import { expect, test } from 'vitest';
import type { TableBlock, TableCell } from '../model.ts';
import { formatTable } from './markdown-table.ts';

const cell = (text: string, columns = 1, rows = 1): TableCell => ({ runs: [{ text }], columns, rows });
const makeTable = (...rows: TableCell[][]): TableBlock => ({
  kind: 'table',
  places: [],
  direction: 'ltr',
  source: 'layout',
  headerRows: 1,
  rows,
});

test('writes a row-group heading into the first column and uses HTML for other spanning cells', () => {
  const head = [cell('Loan'), cell('Rate')];
  const named = makeTable(head, [cell('Fixed', 2)], [cell('1 year'), cell('4.04')]);
  expect(formatTable(named, 'auto')).toBe('| Loan | Rate |\n| --- | --- |\n| Fixed |  |\n| 1 year | 4.04 |');
  const spanning = makeTable(head, [cell('Fixed', 1, 2), cell('4.04')], [cell('4.10')]);
  expect(formatTable(spanning, 'auto')).toContain('rowspan="2"');
  expect(formatTable(makeTable([cell('All', 2)], head), 'auto')).toContain('colspan="2"');
});
