import { expect, test } from 'vitest';
import { sheetsAsReleased } from './xlsb.ts';

const text = (value: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(value.length);
  return Buffer.concat([length, Buffer.from(value, 'utf16le')]);
};
const record = (kind: number[], ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(...kind, body.length), body]);
};
const begin = record([0x83, 0x01]);
const sheet = (name: string, ...between: Buffer[]): Buffer =>
  record([0x9c, 0x01], Buffer.alloc(4), ...between, Buffer.of(1, 0, 0, 0), text('rId1'), text(name));

test('sheets of the beta lose the four bytes that nobody reads', () => {
  const beta = Buffer.concat([begin, sheet('One', Buffer.alloc(4)), sheet('Zwei', Buffer.alloc(4)), begin]);
  const released = Buffer.concat([begin, sheet('One'), sheet('Zwei'), begin]);
  expect(sheetsAsReleased(beta).equals(released)).toBe(true);
  expect(sheetsAsReleased(released)).toBe(released);
});

test.each([
  ['a sheet without a name', record([0x9c, 0x01], Buffer.alloc(9))],
  ['a record without an end', Buffer.of(0x9c, 0x81, 0x80)],
])('%s is unreadable', (_, bytes) => {
  expect(() => sheetsAsReleased(bytes)).toThrow(expect.objectContaining({ reason: 'unreadable_input' }));
});
