import { readFile, writeFile } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';

const localHead = 30;
const directoryHead = 46;

/** Writes a small zip: the page and its images, whole in memory. */
export async function writeZip(output: string, files: { name: string; path: string }[]): Promise<void> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, path } of files) {
    const data = await readFile(path);
    const packed = deflateRawSync(data);
    const title = Buffer.from(name, 'utf8');
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800, 2); // the name is UTF-8
    shared.writeUInt16LE(8, 4);
    shared.writeUInt16LE(0x21, 8); // 1980-01-01: the same input gives the same bytes
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), shared, title, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, rest, title);
    offset += localHead + title.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(directoryHead - 24);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  await writeFile(output, Buffer.concat([...parts, ...directory, end]));
}
