import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { corpusFile, hasCorpus } from '../../../tests/support/corpus.ts';
import { type Value, writeJson } from '../../tabular/values.ts';
import { readDbf } from './dbf.ts';
import { readTree } from './source.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-dbf-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

type Field = [name: string, type: string, length: number];

/** Makes a table of dBase III whose texts are in the code page of MS-DOS. */
function makeTable(fields: Field[], records: string[]): string {
  const head = Buffer.alloc(32 + 32 * fields.length + 1);
  const length = 1 + fields.reduce((sum, [, , size]) => sum + size, 0);
  head.set([3, 126, 1, 31]);
  head.writeUInt32LE(records.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(length, 10);
  head[29] = 2;
  for (const [index, [name, type, size]] of fields.entries()) {
    head.write(name, 32 + 32 * index);
    head.write(type, 32 + 32 * index + 11);
    head[32 + 32 * index + 16] = size;
  }
  head[head.length - 1] = 0x0d;
  const path = join(dir, `${records.length}.dbf`);
  writeFileSync(path, Buffer.concat([head, Buffer.from(records.join(''), 'latin1'), Buffer.of(0x1a)]));
  return path;
}

const read = async (path: string): Promise<unknown> =>
  JSON.parse(writeJson((await readTree(await readDbf(path))) as Value));

test('reads texts, numbers, dates and booleans, and skips deleted records', async () => {
  const fields: Field[] = [
    ['NAME', 'C', 6],
    ['AMOUNT', 'N', 20],
    ['DAY', 'D', 8],
    ['PAID', 'L', 1],
  ];
  const path = makeTable(fields, [
    ` M\x81ller${'12345678901234567.89'}20260131T`,
    `*gone  ${' '.repeat(20)}${' '.repeat(8)} `,
    ` Ada   ${'-.5'.padStart(20)}${' '.repeat(8)}?`,
  ]);
  const records: Value[] = [];
  const source = await readDbf(path);
  if (source.kind === 'records') for await (const record of source.records()) records.push(record);
  // The digits are kept, which a double would round.
  expect(writeJson(records)).toBe(
    '[{"NAME":"Müller","AMOUNT":12345678901234567.89,"DAY":"2026-01-31","PAID":true},' +
      '{"NAME":"Ada","AMOUNT":-0.5,"DAY":null,"PAID":null}]',
  );
  const cut = join(dir, 'cut.dbf');
  writeFileSync(cut, Buffer.alloc(40, 3));
  await expect(readDbf(cut)).rejects.toMatchObject({ id: 'unreadable_input' });
});

test.runIf(hasCorpus)('reads a Visual FoxPro table with its own types', async () => {
  const path = corpusFile('spreadsheets/test_files__vfp3.dbf');
  expect(await read(path)).toContainEqual(
    expect.objectContaining({ CHAR10: 'test1', CURRENCY8: 123.45, INT4: 123_234, BOOL1: true, MEMO4: null }),
  );
  expect(await readDbf(path)).toMatchObject({ warnings: ['memos_missing'] });
});
