import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-calendar-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function write(from: 'ics' | 'vcf', to: 'json', lines: string[]) {
  const [input, output] = [join(dir, `in.${from}`), join(dir, `out.${to}`)];
  writeFileSync(input, lines.join('\r\n'));
  const request = { from, to, input, output, stem: 'in', dir, last: true, options: {}, progress() {} };
  const [made] = await convert(request);
  return { text: readFileSync(output, 'utf8'), ...made! };
}

const calendar = [
  'BEGIN:VCALENDAR',
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART;TZID=Europe/Berlin:20260301T090000',
  'DTEND:20260301T100000Z',
  'SUMMARY:Meeting\\, with a long',
  '  name',
  'DESCRIPTION:one\\ntwo',
  'EXDATE;TZID=Europe/Berlin:20260308T090000,20260315T090000',
  'ATTENDEE;CN="Doe, Jane";PARTSTAT=ACCEPTED:mailto:jane@example.com',
  'BEGIN:VALARM',
  'TRIGGER:-PT15M',
  'END:VALARM',
  'END:VEVENT',
  'BEGIN:VTODO',
  'DUE;VALUE=DATE:20260401',
  'SUMMARY:Task',
  'END:VTODO',
  'END:VCALENDAR',
];

test('lists the entries of a calendar, and reports damaged and unreadable ones', async () => {
  const { text, metadata } = await write('ics', 'json', calendar);
  expect(metadata).toEqual({ entries: 2 });
  expect(JSON.parse(text)).toEqual([
    {
      type: 'event',
      uid: '1',
      start: { time: '2026-03-01T09:00:00', timeZone: 'Europe/Berlin' },
      end: '2026-03-01T10:00:00Z',
      summary: 'Meeting, with a long name',
      description: 'one\ntwo',
      exdate: [
        { time: '2026-03-08T09:00:00', timeZone: 'Europe/Berlin' },
        { time: '2026-03-15T09:00:00', timeZone: 'Europe/Berlin' },
      ],
      attendees: [{ address: 'jane@example.com', name: 'Doe, Jane', status: 'accepted' }],
      alarms: [{ trigger: '-PT15M' }],
    },
    { type: 'task', due: '2026-04-01', summary: 'Task' },
  ]);
  expect((await write('ics', 'json', calendar.slice(0, -1))).warnings).toEqual(['damaged_input']);
  await expect(write('ics', 'json', ['hello'])).rejects.toMatchObject({ id: 'unreadable_input' });
});

test('reads contacts of all vCard versions', async () => {
  const { text } = await write('vcf', 'json', [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Doe;Jane;;Dr.;',
    'FN:Dr. Jane Doe',
    'ORG:Acme\\, Inc.;Sales',
    'EMAIL;TYPE=INTERNET,WORK:jane@example.com',
    'item1.TEL;TYPE=cell:+1 555',
    'ADR;TYPE=HOME:;;1 Road;Town;;12345;Land',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:2.1',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg=20=',
    'M=C3=BCller',
    'TEL;HOME:123',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:2.1',
    'N:Doe;John;;Dr.;',
    'END:VCARD',
  ]);
  expect(JSON.parse(text)).toEqual([
    {
      nameParts: { family: 'Doe', given: 'Jane', prefix: 'Dr.' },
      name: 'Dr. Jane Doe',
      organization: 'Acme, Inc., Sales',
      emails: [{ value: 'jane@example.com', types: ['work'] }],
      phones: [{ value: '+1 555', types: ['cell'] }],
      addresses: [{ street: '1 Road', city: 'Town', postalCode: '12345', country: 'Land', types: ['home'] }],
    },
    { name: 'Jörg Müller', phones: [{ value: '123', types: ['home'] }] },
    { name: 'Dr. John Doe', nameParts: { family: 'Doe', given: 'John', prefix: 'Dr.' } },
  ]);
});
