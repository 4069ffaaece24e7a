import { type Edge, rowsFormat, type StepFormat } from '../conversion.ts';
import type { OptionName } from '../conversion-options.ts';

type Sides = Partial<Record<StepFormat, OptionName[]>>;
const listSides = (table: Sides) => Object.entries(table) as [StepFormat, OptionName[]][];

const reading: Sides = {
  json: [],
  ndjson: [],
  yaml: [],
  toml: [],
  xml: [],
  arrow: [],
  avro: [],
  dbf: [],
  csv: ['delimiter', 'encoding', 'header', 'nullValue'],
  tsv: ['encoding', 'header', 'nullValue'],
  [rowsFormat]: [],
};
const table: OptionName[] = ['flatten'];
const writing: Sides = {
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

/** The cost of passing through a format that loses types or nesting. */
const losses: Partial<Record<StepFormat, number>> = {
  csv: 4,
  tsv: 4,
  html: 4,
  md: 4,
  sql: 4,
  xml: 3,
  toml: 2,
  [rowsFormat]: 1.5,
};
/** Formats with types, for which the way through rows is the better one: rows keep types. */
const typed = new Set<StepFormat>(['arrow', 'avro']);
const computeCost = (from: StepFormat, to: StepFormat): number =>
  (from !== rowsFormat ? 0 : typed.has(to) ? -0.1 : 0.5) + (losses[to] ?? 1);

export const edges: readonly Edge[] = listSides(reading).flatMap(([from, read]) =>
  listSides(writing)
    .filter(([to]) => !(from === rowsFormat && to === rowsFormat))
    .map(([to, write]) => ({
      from,
      to,
      cost: computeCost(from, to),
      options: [...new Set([...read, ...write])],
    })),
);
