import { type Edge, rowsFormat } from '../conversion.ts';

export const edges: readonly Edge[] = [
  {
    from: 'csv',
    to: 'parquet',
    cost: 1,
    options: ['delimiter', 'encoding', 'header', 'nullValue', 'compression'],
  },
  { from: 'tsv', to: 'parquet', cost: 1, options: ['encoding', 'header', 'nullValue', 'compression'] },
  { from: rowsFormat, to: 'parquet', cost: 1.5, options: ['compression'] },
  { from: 'parquet', to: rowsFormat, cost: 1.5 },
];
