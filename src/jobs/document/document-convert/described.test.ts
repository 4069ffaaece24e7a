import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-described-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function convert(name: string, lines: string[], outputFormat: string): Promise<string> {
  const path = join(dir, name);
  writeFileSync(path, lines.join('\r\n'));
  await using result = await runJob(job, run, path, { outputFormat });
  const [output] = result.outputs;
  return outputFormat === 'xlsx'
    ? execFileSync('unzip', ['-p', output!.path, 'xl/*.xml'], { encoding: 'utf8' })
    : readFileSync(output!.path, 'utf8');
}

const calendar = [
  ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'DTSTART;TZID=Europe/Berlin:20260301T090000'],
  'ATTENDEE;CN="Doe, Jane":mailto:jane@example.com',
  'ATTENDEE;CN=Ann:mailto:ann@example.com',
  ...['END:VEVENT', 'BEGIN:VTODO', 'SUMMARY:Task', 'END:VTODO', 'END:VCALENDAR'],
];

test('writes attendees and times of a calendar as text in table cells', async () => {
  expect(await convert('a.ics', calendar, 'csv')).toBe(
    'type,uid,start,attendees,summary\r\nevent,1,"2026-03-01T09:00:00, Europe/Berlin","jane@example.com, Doe, Jane; ann@example.com, Ann",\r\ntask,,,,Task\r\n',
  );
  expect(await convert('a.ics', calendar, 'md')).toContain(
    '| event | 1 | 2026-03-01T09:00:00, Europe/Berlin |',
  );
  expect(await convert('a.ics', calendar, 'xlsx')).toContain(
    'jane@example.com, Doe, Jane; ann@example.com, Ann',
  );
});

test('writes the types of phone numbers in brackets', async () => {
  const card = ['BEGIN:VCARD', 'FN:Ann', 'TEL;TYPE=work,voice:123', 'END:VCARD'];
  expect(await convert('a.vcf', card, 'tsv')).toBe('name\tphones\r\nAnn\t123 (work, voice)\r\n');
});

test('writes messages as rows of a table', async () => {
  const mailbox = [
    'From a',
    'From: Ann <a@example.com>',
    'Subject: one',
    '',
    'text',
    '',
    'From b',
    'Subject: two',
    '',
    'x',
    '',
  ];
  const [head, first] = (await convert('a.mbox', mailbox, 'csv')).split('\r\n');
  expect(head).toBe('from,subject,text,attachments,headers');
  expect(first).toMatch(/^"Ann, a@example.com",one,/);
});
