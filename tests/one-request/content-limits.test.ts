import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Usage } from '../../src/contract/schemas/service.ts';
import { png } from '../support/samples.ts';
import type { TestService } from '../support/service.ts';
import { useSharedService } from '../support/use-service.ts';
import { curl } from './curl.ts';

const service = useSharedService();
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  const plan = `test-${randomUUID()}`;
  const limits = { id: plan, media_seconds: 10, megapixels: 4, archive_entries: 10 };
  await sql`insert into plans
    select (jsonb_populate_record(p, ${JSON.stringify(limits)}::jsonb)).* from plans p where p.id = 'developer'`.execute(
    service.db,
  );
  client = await service.client({ plan });
});

/** Makes a silent WAV file of 8-bit samples, 8,000 a second. */
function makeSilence(seconds: number): Buffer {
  const samples = Buffer.alloc(8000 * seconds, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Makes a TAR archive of empty files. */
function makeTar(files: number): Buffer {
  const heads = Array.from({ length: files }, (_, index) => {
    const head = Buffer.alloc(512);
    head.write(`${index}.txt`, 0);
    head.write(`0000644\0${'0000000\0'.repeat(2)}${`${'0'.repeat(11)}\0`.repeat(2)}`, 100);
    head.fill(' ', 148, 156);
    head.write('0', 156);
    head.write('ustar\x0000', 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return head;
  });
  return Buffer.concat([...heads, Buffer.alloc(1024)]);
}

const cases = [
  {
    type: 'audio-waveform',
    fields: [],
    name: 'a.wav',
    allowed: makeSilence(10),
    refused: makeSilence(11),
    limit: 'mediaSeconds',
  },
  {
    type: 'image-resize',
    fields: ['width=10'],
    name: 'a.png',
    allowed: png(2000, 2000),
    refused: png(2001, 2000),
    limit: 'megapixels',
  },
  {
    type: 'archive-extract',
    fields: [],
    name: 'a.tar',
    allowed: makeTar(10),
    refused: makeTar(11),
    limit: 'archiveEntries',
  },
];

test.each(cases)('the plan limits $limit', async ({ type, fields, name, allowed, refused, limit }) => {
  const run = (bytes: Buffer) => {
    const form = ['-F', `file=@${name}`, ...fields.flatMap(field => ['-F', field])];
    return curl(client, `/run/${type}`, form, { [name]: bytes });
  };
  const first = await run(allowed);
  expect(first.status, first.bytes.toString()).toBe(200);
  const answer = await run(refused);
  expect(answer.status).toBe(422);
  expect(answer.json().failure).toMatchObject({
    reason: 'limit_exceeded',
    message: expect.stringContaining(`limits.${limit}`),
  });
  const usage = await client.get<Usage>('/usage');
  expect(usage.body.limits).toMatchObject({ mediaSeconds: 10, megapixels: 4, archiveEntries: 10 });
});

test('an image that would become too large is refused, and an excerpt of a long recording is not', async () => {
  const enlarged = await curl(client, '/run/image-resize', ['-F', 'file=@a.png', '-F', 'width=3000'], {
    'a.png': png(20, 20),
  });
  expect(enlarged.json<{ failure: { message: string } }>().failure.message).toContain('limits.megapixels');
  const form = ['-F', 'file=@a.wav', '-F', 'outputFormat=flac', '-F', 'start=30', '-F', 'end=35'];
  const part = await curl(client, '/run/audio-convert', form, { 'a.wav': makeSilence(60) });
  expect(part.status).toBe(200);
});
