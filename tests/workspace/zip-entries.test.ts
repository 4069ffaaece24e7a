import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { readZipEntries } from '../../web/src/components/preview/zip-entries.ts';

const read = (bytes: Buffer) =>
  readZipEntries({
    size: bytes.length,
    url: `data:application/zip;base64,${bytes.toString('base64')}`,
  });

async function makeArchive(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addEmptyDirectory('empty');
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

test('lists the files of an archive with their sizes, and not its folders', async () => {
  const bytes = await makeArchive({
    'papers/Übersicht.txt': Buffer.from('four'),
    'data.csv': Buffer.alloc(9),
  });
  expect(await read(bytes)).toEqual([
    { name: 'papers/Übersicht.txt', size: 4 },
    { name: 'data.csv', size: 9 },
  ]);
});

test('reads the list of a large archive without the files', async () => {
  const bytes = await makeArchive(
    Object.fromEntries(
      Array.from({ length: 4000 }, (_, index) => [`${'x'.repeat(80)}/${index}`, Buffer.from('1')]),
    ),
  );
  const asked: string[] = [];
  const server = createServer(({ headers: { range } }, response) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range!)!;
    asked.push(start!);
    response.writeHead(206).end(bytes.subarray(Number(start), Number(end) + 1));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const entries = await readZipEntries({ url, size: bytes.length });
  expect(entries?.length).toBe(4000);
  expect(asked.length).toBe(2);
  expect(asked).not.toContain('0');
  server.close();
});

test('a file without a list, or with one that is elsewhere, has no entries', async () => {
  expect(await read(Buffer.from('PK no archive at all, only these words'))).toBeUndefined();
  const bytes = await makeArchive({ 'a.txt': Buffer.from('a') });
  bytes.writeUInt32LE(0xffff_ffff, bytes.length - 22 + 16);
  expect(await read(bytes)).toBeUndefined();
});
