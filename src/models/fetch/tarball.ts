import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const blockBytes = 512;

/** Reads a stream in pieces of the requested sizes, up to `maxBytes`. */
class BlockReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #maxBytes: number;
  #buffered: Buffer = Buffer.alloc(0);
  #bytes = 0;

  constructor(source: AsyncIterable<Buffer>, maxBytes: number) {
    this.#chunks = source[Symbol.asyncIterator]();
    this.#maxBytes = maxBytes;
  }

  /** Returns the next bytes, at least one and at most `most`; undefined at the end. */
  async #readSome(most: number): Promise<Buffer | undefined> {
    if (this.#buffered.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#bytes += value.length;
      if (this.#bytes > this.#maxBytes)
        throw new Error(`the unpacked package is larger than ${this.#maxBytes} bytes`);
      this.#buffered = value;
    }
    const some = this.#buffered.subarray(0, most);
    this.#buffered = this.#buffered.subarray(some.length);
    return some;
  }

  async *read(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      const some = await this.#readSome(left);
      if (!some) throw new Error('the package ends in the middle of a file');
      left -= some.length;
      yield some;
    }
  }

  async skip(bytes: number): Promise<void> {
    for await (const _ of this.read(bytes));
  }

  async readBlock(): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.read(blockBytes)) pieces.push(piece);
    return Buffer.concat(pieces);
  }
}

const readText = (block: Buffer, from: number, to: number): string => {
  const field = block.subarray(from, to);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
};

/** Reads the used fields of a header in POSIX's ustar format. */
function readHeader(block: Buffer): { name: string; size: number; isFile: boolean } {
  const prefix = readText(block, 345, 500);
  const size = Number.parseInt(readText(block, 124, 136).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('the package is not a tar archive');
  const type = readText(block, 156, 157);
  return {
    name: `${prefix && `${prefix}/`}${readText(block, 0, 100)}`,
    size,
    isFile: type === '0' || type === '',
  };
}

/**
 * Writes chosen files of a gzipped tar archive, each to the path that `choosePath` returns for its name. Only the bytes of
 * regular files are used: links, devices, modes, owners and the archive's own paths have no effect.
 */
export async function unpackFiles(
  tarball: string,
  choosePath: (name: string, size: number) => string | undefined,
  maxBytes: number,
): Promise<void> {
  const file = createReadStream(tarball);
  const unzipped = createGunzip();
  const reading = pipeline(file, unzipped);
  // The loop below throws the same error.
  reading.catch(() => {});
  try {
    const reader = new BlockReader(unzipped, maxBytes);
    for (
      let block = await reader.readBlock();
      block.some(byte => byte !== 0);
      block = await reader.readBlock()
    ) {
      const { name, size, isFile } = readHeader(block);
      const path = isFile ? choosePath(name, size) : undefined;
      if (path === undefined) await reader.skip(size);
      else await pipeline(reader.read(size), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      await reader.skip((blockBytes - (size % blockBytes)) % blockBytes);
    }
  } finally {
    file.destroy();
    unzipped.destroy();
  }
}
