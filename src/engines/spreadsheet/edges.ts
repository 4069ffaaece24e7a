import type { FormatId } from '../../formats/formats.ts';
import type { Edge } from '../conversion.ts';
import { rowsFormat } from '../conversion.ts';
import type { OptionName } from '../conversion-options.ts';

/** hucre reads these well; older and binary workbooks come by way of LibreOffice. */
const books: FormatId[] = ['xlsx', 'xlsm', 'ods'];
/** Formulas that the program which wrote the workbook did not calculate are calculated by another engine. */
const asks: Edge['asks'] = ['calculateBook'];
const reading: OptionName[] = ['sheet', 'formulas', 'dateFormat'];
const everySheet = { option: 'sheet', value: 'all' } as const;

const fromBooks = books.flatMap((from): Edge[] => [
  ...(['csv', 'tsv'] as const).map(
    (to): Edge => ({
      from,
      to,
      cost: 4,
      options: [
        ...reading,
        'header',
        'encoding',
        'escapeFormulas',
        ...(to === 'csv' ? (['delimiter'] as const) : []),
      ],
      many: everySheet,
    }),
  ),
  { from, to: 'json', cost: 2, options: [...reading, 'header', 'pretty'], many: everySheet },
  { from, to: 'html', cost: 2, options: [...reading, 'header'] },
  { from, to: 'md', cost: 2.5, options: [...reading, 'header'] },
  // This keeps values and formulas only: LibreOffice keeps the look and is used unless these options ask for hucre. The
  // way through rows, which have a name and one type for every column, would be worse.
  ...(['xlsx', 'ods'] as const).map((to): Edge => ({ from, to, cost: 4, options: ['sheet', 'formulas'] })),
  { from, to: rowsFormat, cost: 2, options: ['sheet', 'header'] },
]);

const intoBooks: Edge[] = (['xlsx', 'ods'] as const).flatMap((to): Edge[] => [
  { from: 'csv', to, cost: 1.5, options: ['delimiter', 'encoding', 'header', 'nullValue'] },
  { from: 'tsv', to, cost: 1.5, options: ['encoding', 'header', 'nullValue'] },
  { from: rowsFormat, to, cost: 1.5 },
]);

export const edges: readonly Edge[] = [
  ...fromBooks.map(edge => (edge.from === 'ods' ? edge : { ...edge, asks })),
  ...intoBooks,
];
