import { readFile } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import {
  CompressionType,
  compressionRegistry,
  Message,
  type RecordBatch,
  RecordBatchReader,
} from 'apache-arrow';
import { JobFailure } from '../../../contract/failure.ts';
import { zip } from '../../../lists.ts';
import { makeColumnNames } from '../../../tabular/csv.ts';
import type { Column } from '../../../tabular/types.ts';
import type { Value } from '../../../tabular/values.ts';
import type { Source } from '../source.ts';
import { readColumnType, readFieldName } from './column-type.ts';
import { decodeLz4Frame } from './lz4.ts';
import { makeReader } from './values.ts';

const maxBytes = 1_000_000_000;
/** The most bytes that an LZ4 frame may unpack to: Arrow tells the size only to its own reader. */
const maxUnpacked = 256 * 1024 * 1024;
compressionRegistry.set(CompressionType.ZSTD, {
  decode: data => zstdDecompressSync(data, { maxOutputLength: maxUnpacked }),
});
compressionRegistry.set(CompressionType.LZ4_FRAME, {
  decode: data => decodeLz4Frame(data, Math.min(maxUnpacked, data.length * 255 + 64)),
});

function* readRows(batch: RecordBatch, columns: Column[]): Generator<Value> {
  const readers = batch.data.children.map(child => makeReader(child));
  const fields = zip(columns, readers);
  for (let row = 0; row < batch.numRows; row++)
    yield new Map(fields.map(([{ name }, read]) => [name, read(row)]));
}

/** Makes names distinct: those that occur twice get a suffix, all others stay. */
const makeDistinct = (names: string[]): string[] =>
  new Set(names).size === names.length ? names : makeColumnNames(names);

const broken = (error: unknown) =>
  error instanceof JobFailure
    ? error
    : new JobFailure(
        /^Unrecognized type/.test((error as Error).message) ? 'unsupported_content' : 'unreadable_input',
        `arrow: ${(error as Error).message}`,
      );

const magic = 'ARROW1';

/**
 * Tells whether the bytes end where the last message does: a file that is cut short within a length reads as if it had
 * ended.
 */
function isWhole(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 0, magic.length) === magic)
    return bytes.toString('latin1', bytes.length - magic.length) === magic;
  let at = 0;
  while (at < bytes.length) {
    // Before Arrow 0.15 a length had no marker before it.
    if (at + 4 <= bytes.length && bytes.readInt32LE(at) === -1) at += 4;
    if (at + 4 > bytes.length) return false;
    const length = bytes.readInt32LE(at);
    if (length === 0) return true;
    if (length < 0 || at + 4 + length > bytes.length) return false;
    at += 4 + length + Number(Message.decode(bytes.subarray(at + 4, at + 4 + length)).bodyLength);
  }
  return at === bytes.length;
}

export async function readArrow(path: string): Promise<Source> {
  const bytes = await readFile(path);
  if (bytes.length > maxBytes) throw new JobFailure('limit_exceeded', `arrow: ${bytes.length} bytes`);
  const openReader = () => {
    try {
      const reader = RecordBatchReader.from(bytes).open();
      if (!reader.schema) throw new Error('no schema');
      if (!isWhole(bytes)) throw new Error('cut short');
      return reader;
    } catch (error) {
      throw broken(error);
    }
  };
  const { fields } = openReader().schema;
  const names = makeDistinct(fields.map(readFieldName));
  const columns = zip(names, fields).map(
    ([name, { type }]): Column => ({ name, type: readColumnType(type) }),
  );
  return {
    kind: 'records',
    columns,
    async *records() {
      const batches = openReader()[Symbol.iterator]();
      for (;;) {
        let next: IteratorResult<RecordBatch>;
        try {
          next = batches.next();
        } catch (error) {
          throw broken(error);
        }
        if (next.done) return;
        yield* readRows(next.value, columns);
      }
    },
  };
}
