import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw, zstdDecompress } from 'node:zlib';
import { JobFailure } from '../../../contract/failure.ts';
import type { Value } from '../../../tabular/values.ts';
import type { Source } from '../source.ts';
import { AvroBytes, AvroReader, brokenAvro } from './schema.ts';
import { decodeSnappy } from './snappy.ts';

const maxBlock = 256 * 1024 * 1024;
const maxHeader = 16 * 1024 * 1024;
const maxEmpty = 10_000_000;
const syncLength = 16;
const bounded = { maxOutputLength: maxBlock };

const codecs = new Map<string, (data: Buffer) => Buffer | Promise<Buffer>>([
  ['null', data => data],
  ['deflate', data => promisify(inflateRaw)(data, bounded) as Promise<Buffer>],
  [
    'snappy',
    data => {
      if (data.length < 4) throw brokenAvro('a block without its checksum');
      const plain = decodeSnappy(data.subarray(0, -4));
      if (crc32(plain) !== data.readUInt32BE(data.length - 4)) throw brokenAvro('a block that is damaged');
      return Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength);
    },
  ],
  ['zstandard', data => promisify(zstdDecompress)(data, bounded) as Promise<Buffer>],
]);

/** Reads the bytes of a file in order, as many as are asked for. */
class FileBytes {
  readonly #file: FileHandle;
  readonly #size: number;
  #position = 0;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  static async of(file: FileHandle): Promise<FileBytes> {
    return new FileBytes(file, (await file.stat()).size);
  }

  /** Returns the next bytes without consuming them, fewer where the file ends. */
  async peek(most: number): Promise<Buffer> {
    const length = Math.min(most, this.#size - this.#position);
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, this.#position);
    if (bytesRead < length) throw brokenAvro('a file that is cut short');
    return buffer;
  }

  skip(length: number): void {
    this.#position += length;
  }

  async take(length: number): Promise<Buffer> {
    if (!(length >= 0 && length <= this.#size - this.#position)) throw brokenAvro('a file that is cut short');
    if (length > maxBlock) throw new JobFailure('limit_exceeded', `avro: a block of ${length} bytes`);
    const bytes = await this.peek(length);
    this.skip(length);
    return bytes;
  }
}

interface Header {
  reader: AvroReader;
  unpack(data: Buffer): Buffer | Promise<Buffer>;
  sync: Buffer;
}

async function readHeader(file: FileBytes): Promise<Header> {
  const head = new AvroBytes(await file.peek(maxHeader));
  if (head.take(4).toString('latin1') !== 'Obj\x01') throw brokenAvro('no header');
  const meta = new Map<string, string>();
  head.items(() => meta.set(head.text(), head.take(head.count()).toString('utf8')));
  const sync = Buffer.from(head.take(syncLength));
  file.skip(head.at);
  const codec = meta.get('avro.codec') || 'null';
  const unpack = codecs.get(codec);
  if (!unpack) throw new JobFailure('unsupported_content', `avro: packed with ${codec}`);
  return { reader: new AvroReader(JSON.parse(meta.get('avro.schema') ?? '')), unpack, sync };
}

async function* readValues(file: FileBytes): AsyncGenerator<Value> {
  const { reader, unpack, sync } = await readHeader(file);
  for (;;) {
    const start = new AvroBytes(await file.peek(20));
    if (!start.bytes.length) return;
    const [count, length] = [start.count(), start.count()];
    file.skip(start.at);
    const packed = await file.take(length);
    if (!(await file.take(syncLength)).equals(sync))
      throw brokenAvro('a block that does not end where it says');
    const block = new AvroBytes(await unpack(packed));
    if (!block.bytes.length && count > maxEmpty)
      throw new JobFailure('limit_exceeded', `avro: ${count} records of nothing`);
    for (let index = 0; index < count; index++) yield reader.read(block);
    if (block.at !== block.bytes.length) throw brokenAvro('more in a block than its records');
  }
}

/** Turns an error into a failure of the input, unless it is a failure already. */
function explainAvroError(error: unknown): JobFailure {
  if (error instanceof JobFailure) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_BUFFER_TOO_LARGE'
    ? new JobFailure('limit_exceeded', `avro: ${message}`)
    : brokenAvro(message);
}

async function* readRecords(path: string): AsyncGenerator<Value> {
  const file = await open(path);
  try {
    yield* readValues(await FileBytes.of(file));
  } catch (error) {
    throw explainAvroError(error);
  } finally {
    await file.close();
  }
}

export async function readAvro(path: string): Promise<Source> {
  const file = await open(path);
  try {
    const { names } = (await readHeader(await FileBytes.of(file))).reader;
    return {
      kind: 'records',
      records: () => readRecords(path),
      ...(names && { header: async () => names }),
    };
  } catch (error) {
    throw explainAvroError(error);
  } finally {
    await file.close();
  }
}
