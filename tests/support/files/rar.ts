import { crc32 } from 'node:zlib';

function writeChecksum(bytes: Uint8Array): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(bytes));
  return sum;
}

/** Writes a number as RAR 5 does: seven bits a byte, the lowest first. */
function writeNumber(value: number): Buffer {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! += 128;
    bytes.push(rest % 128);
  }
  return Buffer.from(bytes);
}

function writeBlock(...fields: Uint8Array[]): Buffer {
  const content = Buffer.concat(fields);
  const sized = Buffer.concat([writeNumber(content.length), content]);
  return Buffer.concat([writeChecksum(sized), sized]);
}

const signature = Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1');
/** The record of an encrypted file: AES-256, the number of rounds, salt and initial vector. */
const lock = Buffer.concat([Buffer.of(36, 1, 0, 0, 15), Buffer.alloc(32, 7)]);

/**
 * Makes a RAR 5 archive with one stored file; no free program makes one. `locked` marks the file or the whole archive as
 * encrypted.
 */
export function makeRar(name: string, content: string | Uint8Array, locked?: 'file' | 'archive'): Buffer {
  const data = Buffer.from(content);
  if (locked === 'archive')
    return Buffer.concat([
      signature,
      writeBlock(Buffer.of(4, 0, 0, 0, 15), Buffer.alloc(16, 7)),
      Buffer.alloc(200, 5),
    ]);
  const extra = locked === 'file' ? lock : Buffer.alloc(0);
  const size = writeNumber(data.length);
  return Buffer.concat([
    signature,
    writeBlock(Buffer.of(1, 0, 0)),
    writeBlock(
      locked === 'file' ? Buffer.of(2, 3, extra.length) : Buffer.of(2, 2),
      ...[size, Buffer.of(4), size, Buffer.of(0), writeChecksum(data)],
      ...[Buffer.of(0, 1, name.length), Buffer.from(name), extra],
    ),
    data,
    writeBlock(Buffer.of(5, 0, 0)),
  ]);
}
