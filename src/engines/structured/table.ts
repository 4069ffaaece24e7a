import { JobFailure } from '../../contract/failure.ts';
import { type Column, type ColumnType, findType, joinTypes } from '../../tabular/types.ts';
import { isScalar, type Value, type ValueObject, writeJson } from '../../tabular/values.ts';
import { readRecords, type Source } from './source.ts';

export interface Table {
  columns: Column[];
  rows(): AsyncIterable<Value[]>;
}

export interface TableOptions {
  flatten: boolean;
  /** Whether lists and objects stand in a cell as they are, are written as text, or make the job fail. */
  nested: 'kept' | 'text' | 'refused';
}

const maxColumns = 10_000;

function flattenInto(value: Value, prefix: string, into: ValueObject): void {
  if (value instanceof Map && value.size) {
    for (const [key, item] of value) flattenInto(item, prefix ? `${prefix}.${key}` : key, into);
  } else into.set(prefix, Array.isArray(value) || value instanceof Map ? writeJson(value) : value);
}

/** Writes a value as the text of a cell: parts of an object follow each other, values of a list are separated by semicolons. */
function describe(value: Value): string {
  if (Array.isArray(value)) return value.map(describe).filter(Boolean).join('; ');
  if (!(value instanceof Map))
    return value === null ? '' : typeof value === 'string' ? value : writeJson(value);
  const types = value.get('types');
  const parts = [...value].filter(([key]) => key !== 'types').map(([, part]) => describe(part));
  const text = parts.filter(Boolean).join(', ');
  return types === undefined ? text : `${text} (${describe(types).replaceAll('; ', ', ')})`;
}

/** Converts a record to an object: a list by position, a single value under "value". */
function toObject(record: Value, { flatten, nested }: TableOptions): ValueObject {
  const object: ValueObject =
    record instanceof Map
      ? record
      : Array.isArray(record)
        ? new Map(record.map((item, index) => [`column${index + 1}`, item]))
        : new Map([['value', record]]);
  if ([...object.values()].every(isScalar)) return object;
  if (!flatten && nested === 'text')
    return new Map([...object].map(([key, item]) => [key, isScalar(item) ? item : describe(item)]));
  if (!flatten) return object;
  const flat: ValueObject = new Map();
  for (const [key, item] of object) flattenInto(item, key, flat);
  return flat;
}

/** Tells whether every text in a value is well formed: JSON can name half a character, and no table holds it. */
function isWhole(value: Value): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWhole);
  return !(value instanceof Map) || [...value].every(([key, item]) => key.isWellFormed() && isWhole(item));
}

/** Makes a table of records: every key of any record is a column, in the order in which they are first met. */
export async function makeTable(source: Source, options: TableOptions): Promise<Table> {
  const { flatten, nested } = options;
  const types = new Map<string, ColumnType>();
  if (source.kind === 'records' && source.columns && !flatten)
    for (const { name, type } of source.columns) types.set(name, type);
  else {
    for await (const record of readRecords(source)) {
      for (const [key, item] of toObject(record, options)) {
        const known = types.get(key);
        types.set(key, known ? joinTypes(known, findType(item)) : findType(item));
      }
      if (types.size > maxColumns) throw new JobFailure('limit_exceeded', 'a table of too many columns');
    }
  }
  if (!types.size && source.kind === 'records')
    for (const name of (await source.header?.()) ?? []) types.set(name, { kind: 'string' });
  const columns = [...types].map(([name, type]): Column => ({ name, type }));
  if (nested === 'refused') {
    const part = columns.find(
      ({ type }) => type.kind === 'list' || type.kind === 'struct' || type.kind === 'map',
    );
    if (part) throw new JobFailure('nested_values', `a nested value in column ${part.name}: ask for flatten`);
  }
  return {
    columns,
    async *rows() {
      for await (const record of readRecords(source)) {
        const object = toObject(record, options);
        yield columns.map(({ name, type }) => {
          const value = object.get(name) ?? null;
          if (nested === 'refused' && !isScalar(value))
            throw new JobFailure('nested_values', `a nested value in column ${name}: ask for flatten`);
          // A value that is kept as JSON text keeps its escapes.
          if (type.kind !== 'json' && !(isWhole(value) && name.isWellFormed()))
            throw new JobFailure('not_representable', 'text with half a character');
          return value;
        });
      }
    },
  };
}
