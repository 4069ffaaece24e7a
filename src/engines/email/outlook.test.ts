import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { convert } from './convert.ts';
import { binary, makeMsg, properties, text } from './testing/make-msg.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-outlook-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function read(content: Buffer, from: 'msg' | 'tnef', to: 'html' | 'json'): Promise<string> {
  const input = join(dir, 'in');
  writeFileSync(input, content);
  const request = { from, to, input, output: join(dir, `out.${to}`), stem: 'in', dir, last: true };
  const [made] = await convert({ ...request, options: {}, progress() {} });
  return readFileSync(made!.path, 'utf8');
}

/** Stores RTF without compression. */
function storeRtf(rtf: string): Buffer {
  const head = Buffer.alloc(16);
  for (const [at, value] of [rtf.length + 12, rtf.length, 0x414c454d].entries())
    head.writeUInt32LE(value, 4 * at);
  return Buffer.concat([head, Buffer.from(rtf, 'latin1')]);
}

const rtf =
  "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\mmathPr\\mbrkBin0}{\\*\\generator x;}\\uc1 caf\\'e9 \\u8364?\\par {\\b two}\\tab 3}";

test('reads people without an address, in the message’s code page', async () => {
  const msg = makeMsg({
    ...properties(32, { 16381: 1251 }),
    ...text('0C1A', 'Ashley, Carl E'),
    ...text('0C1F', '/O=FIRM/OU=SITE/CN=CARL'),
    '__recip_version1.0_#00000000': {
      ...properties(8, { 3093: 1 }),
      '__substg1.0_3001001E': Buffer.from('c4ece8f2f0e8e9', 'hex'),
      ...text('39FE', 'd@example.com'),
    },
  });
  expect(JSON.parse(await read(msg, 'msg', 'json'))).toMatchObject({
    from: [{ name: 'Ashley, Carl E' }],
    to: [{ name: 'Дмитрий', address: 'd@example.com' }],
  });
});

test('takes the address of a sender without one from the transport headers', async () => {
  const msg = makeMsg({ ...text('0C1A', 'Carl'), ...text('007D', 'From: Carl <carl@example.com>\r\n\r\n') });
  expect(JSON.parse(await read(msg, 'msg', 'json'))).toMatchObject({
    from: [{ name: 'Carl', address: 'carl@example.com' }],
  });
});

test('starts the body below the headers, without a page break', async () => {
  const page =
    '<style>@page Section1{size:612pt 792pt}div.Section1{page:Section1;color:red}</style><div class=Section1 style="page:x;top:0">t</div>';
  const html = await read(makeMsg(binary('1013', Buffer.from(page))), 'msg', 'html');
  expect(html).toContain('div.Section1{color:red}');
  expect(html).toContain('style="top:0"');
});

test('reads a body that is only RTF', async () => {
  const described = JSON.parse(await read(makeMsg(binary('1009', storeRtf(rtf))), 'msg', 'json'));
  expect(described.text).toBe('café €\ntwo\t3\n');
});

test('reads subject, sender, date and text from the properties of winmail.dat', async () => {
  const words = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer);
  const string = (tag: number, value: string) => {
    const data = Buffer.from(`${value}\0`);
    return Buffer.concat([words(tag * 65536 + 0x1e, 1, data.length), data, Buffer.alloc(-data.length & 3)]);
  };
  const body = storeRtf(rtf);
  const time = Buffer.alloc(8);
  time.writeBigInt64LE((BigInt(Date.UTC(2024, 1, 3, 4, 5)) + 11_644_473_600_000n) * 10_000n);
  const values = Buffer.concat([
    ...[words(5), string(0x37, 'a subject'), string(0x0c1a, 'Ann'), string(0x0c1f, 'a@example.com')],
    ...[words(0x00390040), time, words(0x10090102, 1, body.length), body, Buffer.alloc(-body.length & 3)],
  ]);
  const head = Buffer.alloc(9);
  head[0] = 1;
  head.writeUInt32LE(0x00069003, 1);
  head.writeUInt32LE(values.length, 5);
  const tnef = Buffer.concat([Buffer.from('789f3e220100', 'hex'), head, values, Buffer.alloc(2)]);
  expect(JSON.parse(await read(tnef, 'tnef', 'json'))).toMatchObject({
    subject: 'a subject',
    from: [{ name: 'Ann', address: 'a@example.com' }],
    date: '2024-02-03T04:05:00+00:00',
    text: 'café €\ntwo\t3\n',
  });
});

/** Gives tags, from 0x8000, to properties of appointments that have a name. */
const nameProperties = (...names: number[]) => ({
  '__nameid_version1.0': {
    ...binary('0002', Buffer.from('0220060000000000c000000000000046', 'hex')),
    ...binary(
      '0003',
      Buffer.concat(
        names.map((name, index) => {
          const row = Buffer.alloc(8);
          row.writeUInt32LE(name, 0);
          row.writeUInt16LE(3 << 1, 4);
          row.writeUInt16LE(index, 6);
          return row;
        }),
      ),
    ),
  },
});

test('shows the time and place of an appointment', async () => {
  const makeAppointment = (isWholeDay: boolean, start: string, end: string) =>
    makeMsg({
      ...nameProperties(0x820d, 0x820e, 0x8208, 0x8215),
      ...properties(32, { 32768: new Date(start), 32769: new Date(end), 32771: Number(isWholeDay) }),
      ...text('001A', 'IPM.Appointment'),
      ...text('0037', 'Review'),
      ...text('8002', 'Room 5; second floor'),
    });
  const meeting = makeAppointment(false, '2026-03-02T08:30:00Z', '2026-03-02T09:00:00Z');
  expect(JSON.parse(await read(meeting, 'msg', 'json'))).toMatchObject({
    appointment: {
      start: '2026-03-02T08:30:00Z',
      end: '2026-03-02T09:00:00Z',
      place: 'Room 5; second floor',
    },
    attachments: [{ filename: 'appointment.ics', contentType: 'text/calendar' }],
  });
  expect(await read(meeting, 'msg', 'html')).toMatch(
    /Start<\/th><td>2026-03-02 08:30 UTC<.*\n.*End<\/th><td>2026-03-02 09:00 UTC<.*\n.*Place<\/th><td>Room 5; second floor</,
  );
  // Two days in Berlin.
  const holiday = makeAppointment(true, '2026-03-02T23:00:00Z', '2026-03-04T23:00:00Z');
  expect(JSON.parse(await read(holiday, 'msg', 'json')).appointment).toMatchObject({
    start: '2026-03-03',
    end: '2026-03-04',
  });
});
