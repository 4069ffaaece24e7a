import { type FileHandle, open } from 'node:fs/promises';

const signature = Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1');
const kinds = { file: 2, encryption: 4, end: 5 };
const encryptionRecord = 1;
const maxHeader = 64 * 1024;

/** Reads the numbers of a header, which have seven bits a byte. */
class Numbers {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  next(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined || factor > 2 ** 49) throw new RangeError('a number without end');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
}

/** Tells whether the records at the end of a file's header say that it is encrypted. */
function isLockedFile(header: Buffer, extraBytes: number): boolean {
  const numbers = new Numbers(header, header.length - extraBytes);
  while (numbers.at < header.length) {
    const bytes = numbers.next();
    const end = numbers.at + bytes;
    if (numbers.next() === encryptionRecord) return true;
    numbers.at = end;
  }
  return false;
}

async function* readHeaders(file: FileHandle): AsyncGenerator<{ kind: number; isLocked: boolean }> {
  for (let at = signature.length; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeader), 0, maxHeader, at);
    const read = buffer.subarray(0, bytesRead);
    const size = new Numbers(read, 4);
    const bytes = size.next();
    const header = read.subarray(size.at, size.at + bytes);
    const numbers = new Numbers(header);
    const [kind, flags] = [numbers.next(), numbers.next()];
    const extraBytes = flags & 1 ? numbers.next() : 0;
    const dataBytes = flags & 2 ? numbers.next() : 0;
    yield { kind, isLocked: kind === kinds.file && extraBytes > 0 && isLockedFile(header, extraBytes) };
    if (kind === kinds.end || kind === kinds.encryption || bytes === 0) return;
    at += size.at + bytes + dataBytes;
  }
}

/**
 * Finds the files of a RAR 5 archive that are encrypted, by their index. libarchive unpacks them as if they were not. A header
 * that cannot be read ends the search, since libarchive stops there too.
 */
export async function findLockedFiles(path: string): Promise<ReadonlySet<number>> {
  const locked = new Set<number>();
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(signature.length), 0, signature.length, 0);
  if (!buffer.equals(signature)) return locked;
  let index = 0;
  try {
    for await (const { kind, isLocked } of readHeaders(file)) {
      if (isLocked) locked.add(index);
      if (kind === kinds.file) index += 1;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return locked;
}
