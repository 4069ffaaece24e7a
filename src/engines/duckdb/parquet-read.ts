import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  type DuckDBConnection,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimeTZValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import { textDecoder } from '@duckdb/node-api/lib/vectors/dataAccessors.js';
import { JobFailure } from '../../contract/failure.ts';
import { zip } from '../../lists.ts';
import { writeRows } from '../../tabular/rows.ts';
import type { Column, ColumnType } from '../../tabular/types.ts';
import { Moment, NumberText, readSingle, type Value } from '../../tabular/values.ts';
import { quoteIdentifier, quoteText, withDatabase } from './database.ts';

// DuckDB's own decoder drops a byte order mark at the beginning of a text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
textDecoder.decode = (bytes?: Uint8Array) => decoder.decode(bytes);

function readColumnType(type: DuckDBType): ColumnType {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return { kind: 'boolean' };
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
      return { kind: 'integer' };
    case DuckDBTypeId.UBIGINT:
      return { kind: 'decimal', whole: 20, scale: 0 };
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return { kind: 'decimal', whole: 38, scale: 0 };
    case DuckDBTypeId.DECIMAL:
      return { kind: 'decimal', whole: type.width - type.scale, scale: type.scale };
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return { kind: 'double' };
    case DuckDBTypeId.DATE:
      return { kind: 'date' };
    case DuckDBTypeId.TIME:
      return { kind: 'time' };
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return { kind: 'datetime' };
    case DuckDBTypeId.TIMESTAMP_TZ:
      return { kind: 'timestamp' };
    case DuckDBTypeId.BLOB:
      return { kind: 'binary' };
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      return { kind: 'list', of: readColumnType(type.valueType) };
    case DuckDBTypeId.MAP:
      return { kind: 'map', of: readColumnType(type.valueType) };
    case DuckDBTypeId.STRUCT:
      return {
        kind: 'struct',
        fields: new Map(
          zip(type.entryNames, type.entryTypes).map(([name, inner]) => [name, readColumnType(inner)]),
        ),
      };
    default:
      return { kind: 'string' };
  }
}

/** Formats "2024-01-02 03:04:05.5+00" as ISO 8601, which counts years before the first and beyond 9999 with a sign. */
function formatIso(text: string): string {
  const [, year, rest, before, clock] = /^(\d+)(-\d\d-\d\d)( \(BC\))?(?: (\d\d:.*))?$/.exec(text) ?? [];
  if (!year) return text.replace(/\+00(:00)?$/, 'Z');
  const count = before ? Number(year) - 1 : Number(year);
  const sign = before && count ? '-' : year.length > 4 ? '+' : '';
  const day = `${sign}${String(count).padStart(sign ? 6 : 4, '0')}${rest}`;
  return clock ? `${day}T${clock.replace(/\+00(:00)?$/, 'Z')}` : day;
}

/** Writes months, days and seconds separately, since none can be converted into another. */
function formatInterval({ months, days, micros }: DuckDBIntervalValue): string {
  const length = micros < 0n ? -micros : micros;
  const fraction = String(length % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const seconds = `T${micros < 0n ? '-' : ''}${length / 1_000_000n}${fraction && `.${fraction}`}S`;
  return `P${months}M${days}D${micros ? seconds : ''}`;
}

function readCell(value: DuckDBValue, type: DuckDBType): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number') return type.typeId === DuckDBTypeId.FLOAT ? readSingle(value) : value;
  if (value instanceof DuckDBDecimalValue) return new NumberText(value.toString());
  if (value instanceof DuckDBDateValue) return new Moment('date', formatIso(value.toString()));
  if (value instanceof DuckDBBlobValue) return value.bytes;
  if (value instanceof DuckDBIntervalValue) return formatInterval(value);
  if (value instanceof DuckDBTimeTZValue) return formatIso(value.toString());
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return value.items.map(item => readCell(item, (type as { valueType: DuckDBType }).valueType));
  }
  if (value instanceof DuckDBMapValue) {
    const inner = (type as { valueType: DuckDBType }).valueType;
    return new Map(value.entries.map(entry => [String(entry.key), readCell(entry.value, inner)]));
  }
  if (value instanceof DuckDBStructValue) {
    const { entryNames, entryTypes } = type as {
      entryNames: readonly string[];
      entryTypes: readonly DuckDBType[];
    };
    return new Map(
      zip(entryNames, entryTypes).map(([name, inner]) => [
        name,
        readCell(value.entries[name] ?? null, inner),
      ]),
    );
  }
  const { kind } = readColumnType(type);
  const text = value.toString();
  return kind === 'datetime' || kind === 'timestamp' || kind === 'time'
    ? new Moment(kind, formatIso(text))
    : text;
}

async function* readRows(
  connection: DuckDBConnection,
  sql: string,
  types: readonly DuckDBType[],
): AsyncGenerator<Value[]> {
  const result = await connection.stream(sql);
  for await (const rows of result.yieldRows()) {
    for (const row of rows) yield row.map((value, index) => readCell(value, types[index]!));
  }
}

/** Compares the number of values in list columns with what the file declares, because DuckDB skips a damaged beginning. */
async function checkLists(connection: DuckDBConnection, input: string, columns: Column[]): Promise<void> {
  const simple = columns.filter(
    ({ type }) => type.kind === 'list' && !['list', 'struct', 'map'].includes(type.of.kind),
  );
  if (!simple.length) return;
  const sums = simple.map(
    ({ name }) => `sum(greatest(coalesce(len(${quoteIdentifier(name)}), 0), 1))::BIGINT`,
  );
  const sum = await connection.run(`SELECT ${sums.join(', ')} FROM read_parquet(${quoteText(input)})`);
  const [counted = []] = await sum.getRows();
  const said = await connection.run(
    `SELECT split_part(path_in_schema, ', ', 1), sum(num_values)::BIGINT FROM parquet_metadata(${quoteText(input)}) GROUP BY 1`,
  );
  const expected = new Map((await said.getRows()).map(([name, count]) => [String(name), count]));
  for (const [index, { name }] of simple.entries()) {
    if (expected.has(name) && counted[index] !== null && expected.get(name) !== counted[index]) {
      throw new JobFailure(
        'unreadable_input',
        `parquet: ${name} holds ${counted[index]} of ${expected.get(name)} values`,
      );
    }
  }
}

/** Refuses decimals of more than 38 digits, which DuckDB reads as wrong doubles. */
async function checkDecimals(connection: DuckDBConnection, input: string): Promise<void> {
  const wide = await connection.run(
    `SELECT name FROM parquet_schema(${quoteText(input)}) WHERE precision > 38 LIMIT 1`,
  );
  const [found] = await wide.getRows();
  if (found) throw new JobFailure('unsupported_content', `parquet: ${found[0]} has more than 38 digits`);
}

/** Reads the columns' own names: DuckDB numbers those that differ from another by capitals only. */
async function readNames(connection: DuckDBConnection, input: string): Promise<string[]> {
  const schema = await connection.run(`SELECT name, num_children FROM parquet_schema(${quoteText(input)})`);
  const [, ...elements] = (await schema.getRows()).map(
    ([name, children]) => [String(name), Number(children ?? 0)] as const,
  );
  const names: string[] = [];
  let inside = 0;
  for (const [name, children] of elements) {
    if (inside === 0) names.push(name);
    else inside--;
    inside += children;
  }
  return names;
}

export async function convertParquetToRows(input: string, output: string, dir: string): Promise<void> {
  await withDatabase(dir, async connection => {
    const sql = `SELECT * FROM read_parquet(${quoteText(input)}, binary_as_string = false)`;
    const shape = await connection.run(`${sql} LIMIT 0`);
    const types = shape.columnTypes();
    const known = shape.deduplicatedColumnNames();
    const own = await readNames(connection, input);
    const isTold = own.length === known.length && new Set(own).size === own.length;
    const columns = zip(isTold ? own : known, types).map(
      ([name, type]): Column => ({ name, type: readColumnType(type) }),
    );
    if (!columns.length) throw new JobFailure('unreadable_input', 'parquet: no columns');
    await checkDecimals(connection, input);
    await checkLists(
      connection,
      input,
      columns.filter(({ name }, index) => name === known[index]),
    );
    await writeRows(output, columns, readRows(connection, sql, types));
  });
}
