import { JobFailure } from '../../contract/failure.ts';
import { readColumns } from '../../tabular/rows.ts';
import { type Column, type ColumnType, nameSqlType } from '../../tabular/types.ts';
import { manyColumns, quoteIdentifier, quoteText, withDatabase } from './database.ts';

/** A dictionary with more entries than this in a row group takes time to build and saves almost nothing. */
const dictionaryEntries = 10_000;
/** Level 1 of zstd makes the conversion a seventh faster than DuckDB's default of 3, and the file a fifth larger. Files with snappy are nearly twice as large. */
const codecs: Record<string, string> = { none: 'uncompressed', zstd: 'zstd, COMPRESSION_LEVEL 1' };
/** The most cells of a wide table that are held in memory before they are written. */
const heldCells = 20_000_000;

export function copyOptions(compression = 'zstd', columns = 1): string {
  const codec = codecs[compression] ?? compression;
  // A limit makes DuckDB reserve the memory for every column at once.
  const groups =
    columns > manyColumns
      ? `ROW_GROUP_SIZE ${Math.max(2048, Math.floor(heldCells / columns))}`
      : `ROW_GROUP_SIZE 100000, DICTIONARY_SIZE_LIMIT ${dictionaryEntries}`;
  return `(FORMAT parquet, COMPRESSION ${codec}, ${groups})`;
}

/** Names DuckDB's type for a column's cells in the file of rows. */
function writeType(type: ColumnType): string {
  switch (type.kind) {
    case 'list':
      return `${writeType(type.of)}[]`;
    case 'map':
      return `MAP(VARCHAR, ${writeType(type.of)})`;
    case 'struct':
      // Parquet knows no struct without fields.
      if (!type.fields.size) return 'VARCHAR';
      return `STRUCT(${[...type.fields].map(([name, field]) => `${quoteIdentifier(name)} ${writeType(field)}`).join(', ')})`;
    default:
      return nameSqlType(type) ?? 'VARCHAR';
  }
}

const writeSelection = ({ name, type }: Column, index: number): string => {
  const cell = quoteIdentifier(String(index));
  return `${type.kind === 'binary' ? `from_base64(${cell})` : cell} AS ${quoteIdentifier(name)}`;
};

/** Refuses names that DuckDB cannot hold: empty ones, and names within an object that differ only in case. */
function checkNames(names: string[], types: ColumnType[], isInside = false): void {
  if (names.some(name => name === '' || name.includes('\0')))
    throw new JobFailure('not_representable', 'parquet: a field without a name');
  if (isInside && new Set(names.map(name => name.toLowerCase())).size < names.length)
    throw new JobFailure('not_representable', 'parquet: fields whose names differ by capitals only');
  for (const type of types) {
    if (type.kind === 'struct') checkNames([...type.fields.keys()], [...type.fields.values()], true);
    else if (type.kind === 'list' || type.kind === 'map') checkNames([], [type.of], true);
  }
}

export async function convertRowsToParquet(
  input: string,
  output: string,
  dir: string,
  compression?: string,
): Promise<void> {
  const columns = await readColumns(input);
  checkNames(
    columns.map(({ name }) => name),
    columns.map(({ type }) => type),
  );
  const types = columns
    .map(({ type }, index) => `${quoteText(String(index))}: ${quoteText(writeType(type))}`)
    .join(', ');
  const source = columns.length
    ? `SELECT ${columns.map(writeSelection).join(', ')} FROM read_json(${quoteText(input)}, format = 'newline_delimited', columns = {${types}}, maximum_object_size = 67108864)`
    : 'SELECT NULL AS "empty" WHERE false';
  await withDatabase(
    dir,
    connection =>
      connection.run(`COPY (${source}) TO ${quoteText(output)} ${copyOptions(compression, columns.length)}`),
    columns.length,
  );
}
