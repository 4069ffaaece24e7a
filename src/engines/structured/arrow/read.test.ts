import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as arrow from 'apache-arrow';
import { afterAll, expect, test } from 'vitest';
import { writeJson } from '../../../tabular/values.ts';
import { readTree } from '../source.ts';
import { readColumnType } from './column-type.ts';
import { readArrow } from './read.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-arrow-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function read(bytes: Uint8Array): Promise<string> {
  const path = join(dir, 'in.arrow');
  writeFileSync(path, bytes);
  return writeJson(await readTree(await readArrow(path)));
}

const columns = () => ({
  a: arrow.vectorFromArray([1, null], new arrow.Int32()),
  s: arrow.vectorFromArray(['x', null], new arrow.Dictionary(new arrow.LargeUtf8(), new arrow.Int8())),
  u: arrow.vectorFromArray([2n ** 64n - 1n, null], new arrow.Uint64()),
  f: arrow.vectorFromArray([1.5, null], new arrow.Float16()),
  d: arrow.vectorFromArray([new Date('1969-12-31'), null], new arrow.DateMillisecond()),
  l: arrow.vectorFromArray(
    [[1, null], null],
    new arrow.FixedSizeList(2, new arrow.Field('item', new arrow.Int32(), true)),
  ),
});
const row = '{"a":1,"s":"x","u":18446744073709551615,"f":1.5,"d":"1969-12-31","l":[1,null]}';
const none = '{"a":null,"s":null,"u":null,"f":null,"d":null,"l":null}';

test.each(['file', 'stream'] as const)('reads a %s of several batches', async kind => {
  const table = new arrow.Table(columns());
  expect(await read(arrow.tableToIPC(table.concat(table), kind))).toBe(`[${row},${none},${row},${none}]`);
  expect(await read(arrow.tableToIPC(new arrow.Table(table.schema), kind))).toBe('[]');
});

test('the greatest numbers of 64 bits without a sign fit their column', () => {
  expect(readColumnType(new arrow.Uint64())).toEqual({ kind: 'decimal', whole: 20, scale: 0 });
  expect(readColumnType(new arrow.Int64())).toEqual({ kind: 'integer' });
});

test('keeps all digits of a 256-bit decimal', async () => {
  const words = Uint32Array.from({ length: 8 }, (_, at) =>
    Number(((10n ** 70n) >> BigInt(32 * at)) & 0xffffffffn),
  );
  const data = arrow.makeData({ type: new arrow.Decimal(2, 76, 256), length: 1, data: words });
  const table = new arrow.Table({ d: new arrow.Vector([data]) });
  expect(await read(arrow.tableToIPC(table, 'file'))).toBe(`[{"d":1${'0'.repeat(68)}.00}]`);
});

test('reports any truncation as unreadable, except between the batches of a stream', async () => {
  const table = new arrow.Table({ a: columns().a, s: columns().s });
  const file = arrow.tableToIPC(table, 'file');
  for (let length = 0; length < file.length; length += 7)
    await expect(read(file.subarray(0, length)), `${length}`).rejects.toMatchObject({
      reason: 'unreadable_input',
    });
  const stream = arrow.tableToIPC(table, 'stream');
  const ends: number[] = [];
  for (let length = 0; length < stream.length; length++)
    await read(stream.subarray(0, length)).then(
      () => ends.push(length),
      error => expect(error, `${length}`).toMatchObject({ reason: 'unreadable_input' }),
    );
  // The ends are those of the schema, the dictionary and the batch.
  expect(ends).toHaveLength(3);
});
