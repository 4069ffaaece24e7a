import type { WarningId } from '../../contract/warnings.ts';
import type { Column } from '../../tabular/types.ts';
import type { Value } from '../../tabular/values.ts';

/** Data that was read: one value, or records that can be iterated any number of times. */
export type Source =
  | { kind: 'tree'; value: Value }
  | {
      kind: 'records';
      records(): AsyncIterable<Value>;
      /** The columns, where the format declares them. */
      columns?: Column[];
      /** Reads the names of a header, whether or not any record follows. */
      header?(): Promise<string[]>;
      /** Warnings that something of the file is not among the records. */
      warnings?: WarningId[];
    };

/** The most characters of a text that has to be in memory whole; lists and tables have no such limit. */
export const maxTreeCharacters = 100_000_000;

/** Lists the rows of a tree: a list's items, or those of the one list it is wrapped around; else itself. */
function listWithin(value: Value): Value[] {
  let inner = value;
  while (inner instanceof Map) {
    const entries = [...inner].filter(([key]) => !key.startsWith('@'));
    const [entry, ...more] = entries;
    if (!entry || more.length > 0) break;
    const [, only] = entry;
    if (!(only instanceof Map) && !isListOfObjects(only)) break;
    inner = only;
  }
  return Array.isArray(inner) ? inner : [inner instanceof Map ? inner : value];
}

const isListOfObjects = (value: Value | undefined): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(item => item instanceof Map);

export async function* readRecords(source: Source): AsyncGenerator<Value> {
  if (source.kind === 'records') yield* source.records();
  else yield* listWithin(source.value);
}

/** Reads everything as one value, for formats that are written whole. */
export async function readTree(source: Source): Promise<Value> {
  if (source.kind === 'tree') return source.value;
  const items: Value[] = [];
  for await (const record of source.records()) items.push(record);
  return items;
}
