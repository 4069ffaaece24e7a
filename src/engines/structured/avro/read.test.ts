import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, zstdCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { writeJson } from '../../../tabular/values.ts';
import { readTree } from '../source.ts';
import { makeTable } from '../table.ts';
import { readAvro } from './read.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-avro-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Writes Avro's binary form by hand, because no library here would write such files. */
function long(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, (BigInt(value) << 1n) ^ (BigInt(value) >> 63n));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
const bytes = (data: string | Uint8Array | number[]): Buffer =>
  Buffer.concat([long(Buffer.from(data as string).length), Buffer.from(data as string)]);
const sync = Buffer.alloc(16, 7);
const block = (count: number, data: Uint8Array, mark = sync) =>
  Buffer.concat([long(count), bytes(data), mark]);
const header = (schema: unknown, codec = 'null') =>
  Buffer.concat([
    Buffer.from('Obj\x01'),
    long(2),
    ...[bytes('avro.schema'), bytes(JSON.stringify(schema)), bytes('avro.codec'), bytes(codec)],
    long(0),
    sync,
  ]);

function opened(...parts: Uint8Array[]) {
  const path = join(dir, 'in.avro');
  writeFileSync(path, Buffer.concat(parts));
  return readAvro(path);
}
const read = async (...parts: Uint8Array[]): Promise<string> =>
  writeJson(await readTree(await opened(...parts)));
const record = (...fields: [name: string, type: unknown, more?: object][]) => ({
  type: 'record',
  name: 'Row',
  fields: fields.map(([name, type, more]) => ({ name, type, ...more })),
});

test('resolves equal names in two namespaces, aliases, and defaults of another branch', async () => {
  const schema = {
    ...record(
      ['x', { type: 'fixed', name: 'one.Id', size: 2 }],
      ['y', { type: 'enum', name: 'Id', namespace: 'two', symbols: ['A', 'B'], default: 'A' }],
      ['z', ['string', 'null', 'one.Id', 'two.Id'], { default: null, aliases: ['w-w'] }],
      ['again', { type: 'array', items: 'two.Id' }],
    ),
    namespace: 'three',
  };
  const row = [
    Buffer.from('ab'),
    long(1),
    long(2),
    Buffer.from('cd'),
    long(-2),
    long(2),
    long(0),
    long(1),
    long(0),
  ];
  expect(await read(header(schema), block(1, Buffer.concat(row)))).toBe(
    '[{"x":"YWI=","y":"B","z":"Y2Q=","again":["A","B"]}]',
  );
});

test('reads recursive records, also by short names, and limits endless recursion', async () => {
  const schema = { ...record(['value', 'long'], ['next', ['null', 'Row']]), namespace: 'a.b' };
  const rows = [long(2n ** 62n), long(1), long(-1), long(0)];
  expect(await read(header(schema), block(1, Buffer.concat(rows)))).toBe(
    '[{"value":4611686018427387904,"next":{"value":-1,"next":null}}]',
  );
  const endless = { ...record(['self', 'Row']) };
  await expect(read(header(endless), block(1, Buffer.alloc(0)))).rejects.toMatchObject({
    reason: 'limit_exceeded',
  });
});

test('converts logical types, and ignores those on unsuitable base types', async () => {
  const schema = record(
    ['length', { type: 'fixed', name: 'L', size: 12, logicalType: 'duration' }],
    ['large', { type: 'bytes', logicalType: 'big-decimal' }],
    ['small', { type: 'fixed', name: 'D', size: 2, logicalType: 'decimal', precision: 4, scale: 2 }],
    ['before', { type: 'long', logicalType: 'timestamp-millis' }],
    ['time', { type: 'int', logicalType: 'time-millis' }],
    ['noDate', { type: 'string', logicalType: 'date' }],
    ['noTime', { type: 'int', logicalType: 'timestamp-millis' }],
    ['unknown', { type: { type: 'long' }, logicalType: 'nothing' }],
    ['map', { type: 'map', values: ['null', { type: 'int', logicalType: 'date' }] }],
  );
  const parts = Buffer.alloc(12);
  parts.writeUInt32LE(1, 0);
  parts.writeUInt32LE(2, 4);
  parts.writeUInt32LE(3500, 8);
  const row = Buffer.concat([
    ...[
      parts,
      bytes(Buffer.concat([bytes([0xff, 0x38]), long(3)])),
      Buffer.from([0xff, 0x9c]),
      long(-1),
      long(3_661_001),
    ],
    ...[bytes('x'), long(5), long(6), long(2), bytes('2'), long(1), long(-1), bytes('1'), long(0), long(0)],
  ]);
  expect(await read(header(schema), block(1, row))).toBe(
    '[{"length":"P1M2DT3.5S","large":-0.200,"small":-1.00,"before":"1969-12-31T23:59:59.999Z","time":"01:01:01.001","noDate":"x","noTime":5,"unknown":6,"map":{"2":"1969-12-31","1":null}}]',
  );
});

test('keeps the columns of a file without records', async () => {
  const { columns } = await makeTable(await opened(header(record(['a', 'int'], ['b', 'string']))), {
    flatten: false,
    nested: 'refused',
  });
  expect(columns.map(({ name }) => name)).toEqual(['a', 'b']);
});

/** Makes a literal of Snappy and its checksum. */
const snappy = (text: string, checksum: number) => {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(checksum);
  return Buffer.concat([Buffer.from([text.length, (text.length - 1) << 2]), Buffer.from(text), sum]);
};

test('reads compressed blocks, several blocks and empty ones', async () => {
  const data = bytes('hello');
  expect(
    await read(header('string', 'deflate'), block(1, deflateRawSync(data)), block(0, deflateRawSync(''))),
  ).toBe('["hello"]');
  expect(await read(header('string', 'zstandard'), block(1, zstdCompressSync(data)))).toBe('["hello"]');
  // Another program computed this checksum of "\x08wiki".
  expect(await read(header('string', 'snappy'), block(1, snappy('\x08wiki', 0xf5dbbfc6)))).toBe('["wiki"]');
});

const one = block(1, bytes('hello'));
test.each<[string, Uint8Array[]]>([
  ['a wrong sync marker', [header('string'), block(1, bytes('hello'), Buffer.alloc(16, 8))]],
  ['a truncated block', [header('string'), one.subarray(0, 5)]],
  ['a truncated sync marker', [header('string'), one.subarray(0, -1)]],
  ['a truncated header', [header('string').subarray(0, -1)]],
  ['a record count that is too high', [header('string'), block(2, bytes('hello'))]],
  ['a record count that is too low', [header('string'), block(1, Buffer.concat([bytes('a'), bytes('b')]))]],
  ['invalid UTF-8', [header('string'), block(1, bytes([0xff]))]],
  ['a negative length', [header('bytes'), block(1, long(-5))]],
  ['an unknown union branch', [header(['null', 'int']), block(1, long(2))]],
  ['an unknown type', [header('nothing'), one]],
  ['no schema', [header(null), one]],
  ['a broken checksum', [header('string', 'snappy'), block(1, snappy('\x08wiki', 1))]],
  ['broken compression', [header('string', 'deflate'), block(1, Buffer.from([0xff, 0xff]))]],
])('is unreadable with %s', async (_, parts) => {
  await expect(read(...parts)).rejects.toMatchObject({ reason: 'unreadable_input' });
});

test('limits values that take no bytes', async () => {
  const limit = { reason: 'limit_exceeded' };
  await expect(read(header('null'), block(1e12, Buffer.alloc(0)))).rejects.toMatchObject(limit);
  const many = Buffer.concat([long(1e12), long(0)]);
  await expect(read(header({ type: 'array', items: 'null' }), block(1, many))).rejects.toMatchObject(limit);
});
