import type { Column } from '../../tabular/types.ts';
import type { Value } from '../../tabular/values.ts';

/** What was read: one value, or records that can be gone through any number of times. */
export type Source =
  | { kind: 'tree'; value: Value }
  | {
      kind: 'records';
      records(): AsyncIterable<Value>;
      /** Known where the format declares them. */
      columns?: Column[];
      /** Names that stand whether or not any record follows. */
      header?(): Promise<string[]>;
    };

/** What has to stand in memory whole is bounded; lists and tables are not. */
export const mostTreeCharacters = 100_000_000;

/** The rows a tree holds: a list's items, or those of the one list it is wrapped around; else itself. */
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

/** Everything as one value, for formats that are written whole. */
export async function readTree(source: Source): Promise<Value> {
  if (source.kind === 'tree') return source.value;
  const items: Value[] = [];
  for await (const record of source.records()) items.push(record);
  return items;
}
