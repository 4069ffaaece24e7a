import { expect, test } from 'vitest';
import { removeBetaBytes, replaceSheetFormulas } from './xlsb.ts';

const text = (value: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(value.length);
  return Buffer.concat([length, Buffer.from(value, 'utf16le')]);
};
const record = (kind: number[], ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length > 0x7f ? [(body.length & 0x7f) | 0x80, body.length >> 7] : [body.length];
  return Buffer.concat([Buffer.of(...kind, ...size), body]);
};
const begin = record([0x83, 0x01]);
const sheet = (name: string, ...between: Buffer[]): Buffer =>
  record([0x9c, 0x01], Buffer.alloc(4), ...between, Buffer.of(1, 0, 0, 0), text('rId1'), text(name));

test('removes the four extra bytes that the beta wrote for each sheet', () => {
  const beta = Buffer.concat([begin, sheet('One', Buffer.alloc(4)), sheet('Zwei', Buffer.alloc(4)), begin]);
  const released = Buffer.concat([begin, sheet('One'), sheet('Zwei'), begin]);
  expect(removeBetaBytes(beta).equals(released)).toBe(true);
  expect(removeBetaBytes(released)).toBe(released);
});

test.each([
  ['a sheet without a name', record([0x9c, 0x01], Buffer.alloc(9))],
  ['a truncated record', Buffer.of(0x9c, 0x81, 0x80)],
])('reports %s as unreadable', (_, bytes) => {
  expect(() => removeBetaBytes(bytes)).toThrow(expect.objectContaining({ reason: 'unreadable_input' }));
});

const place = Buffer.from([2, 0, 0, 0, 7, 0, 0, 0]);
const number = Buffer.from(Float64Array.of(41_000).buffer);
const code = Buffer.from([0, 0, 3, 0, 0, 0, 0x41, 0xdd, 0, 0, 0, 0, 0]);

test('replaces formulas by their last values and keeps links', () => {
  const link = record([9], place, number, Buffer.from([0, 0, 4, 0, 0, 0, 0x42, 2, 0x67, 1]));
  const sheet = Buffer.concat([
    begin,
    record([9], place, number, code),
    record([0xab, 0x03], code),
    record([8], place, text('as it was'.repeat(10)), code),
    record([10], place, Buffer.of(1), code),
    record([11], place, Buffer.of(0x24), code),
    link,
  ]);
  expect(replaceSheetFormulas(sheet)).toEqual(
    Buffer.concat([
      begin,
      record([5], place, number),
      record([6], place, text('as it was'.repeat(10))),
      record([4], place, Buffer.of(1)),
      record([3], place, Buffer.of(0x24)),
      link,
    ]),
  );
  expect(replaceSheetFormulas(link)).toBe(link);
});
