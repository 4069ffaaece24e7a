import { type Edge, rowsFormat } from '../conversion.ts';

const reading: Record<string, string[]> = {
  json: [],
  ndjson: [],
  yaml: [],
  toml: [],
  xml: [],
  arrow: [],
  avro: [],
  csv: ['delimiter', 'encoding', 'header', 'nullValue'],
  tsv: ['encoding', 'header', 'nullValue'],
  [rowsFormat]: [],
};
const table = ['flatten'];
const writing: Record<string, string[]> = {
  json: ['pretty'],
  ndjson: [],
  yaml: [],
  toml: ['rowElement'],
  xml: ['pretty', 'rootElement', 'rowElement'],
  arrow: table,
  avro: table,
  csv: [...table, 'delimiter', 'encoding', 'header', 'nullValue', 'escapeFormulas'],
  tsv: [...table, 'encoding', 'header', 'nullValue', 'escapeFormulas'],
  html: table,
  md: table,
  sql: [...table, 'table'],
  [rowsFormat]: table,
};

/** What a format loses of types and nesting makes it a poor stop on the way to another. */
const losses: Record<string, number> = {
  csv: 4,
  tsv: 4,
  html: 4,
  md: 4,
  sql: 4,
  xml: 3,
  toml: 2,
  [rowsFormat]: 1.5,
};
/** Rows keep the types that these have a use for, so the way by rows is the better one. */
const typed = new Set(['arrow', 'avro']);
const cost = (from: string, to: string): number =>
  (from !== rowsFormat ? 0 : typed.has(to) ? -0.1 : 0.5) + (losses[to] ?? 1);

export const edges: readonly Edge[] = Object.entries(reading).flatMap(([from, read]) =>
  Object.entries(writing)
    .filter(([to]) => !(from === rowsFormat && to === rowsFormat))
    .map(([to, write]) => ({ from, to, cost: cost(from, to), options: [...new Set([...read, ...write])] })),
);
