import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readPartialText, reportPartialText } from '../../src/queue/claims/partial-text.ts';
import { handBack } from '../../src/queue/ends/end.ts';
import { tellPartialText } from '../../src/worker/partial-text.ts';
import { claimJobs } from '../support/queue.ts';
import { png } from '../support/samples.ts';
import { useService } from '../support/use-service.ts';

const service = useService();

const bytes = png(6, 4);
const request = {
  type: 'image-convert',
  filename: 'a.png',
  fileSize: bytes.length,
  contentType: 'image/png',
  options: { outputFormat: 'webp' },
};

interface Told {
  id: string;
  name: string;
  data: { text?: string; status?: string; start?: number };
}

/** A claimed job, and its events as they arrive. */
async function running() {
  const client = await service.client();
  const job = await client.create(request);
  await client.upload(job.uploadUrl!, bytes);
  await client.expect(client.post(`/jobs/${job.id}/start`));
  const claim = async () => {
    const [taken] = await claimJobs(service.db, {
      workerId: 'w',
      most: 1,
      leaseSeconds: 60,
      engines: ['sharp'],
    });
    expect(taken?.id).toBe(job.id);
    return taken!;
  };
  const listen = async (lastEventId?: string) => {
    const stream = await fetch(`${client.base}/jobs/${job.id}/events`, {
      headers: {
        authorization: `Bearer ${client.key}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    });
    const events: Told[] = [];
    const ended = (async () => {
      let all = '';
      for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
        all += part;
        events.length = 0;
        for (const [, id, name, data] of all.matchAll(/id: ([\d.]+)\nevent: (\w+)\ndata: (.*)\n\n/g))
          events.push({ id: id!, name: name!, data: JSON.parse(data!) });
      }
    })();
    return { events, texts: () => events.flatMap(({ data }) => data.text ?? []), ended };
  };
  const kept = async () =>
    (await service.db.selectFrom('job_partials').select('place').where('job_id', '=', job.id).execute())
      .length;
  return { client, job, claim, listen, kept };
}

test('partial text is streamed as it arrives, and resumes from the last event seen', async () => {
  const { client, job, claim, listen, kept } = await running();
  const first = await claim();
  const early = await listen();
  await reportPartialText(service.db, first, 1, { start: 0, end: 2.5, text: 'And so,' }, 5);
  await expect.poll(early.texts).toEqual(['And so,']);
  await reportPartialText(service.db, first, 2, { start: 2.5, end: 4, text: 'my fellow\nAmericans,' }, 5);
  await expect.poll(early.texts).toEqual(['And so,', 'my fellow\nAmericans,']);
  expect(early.events.find(({ name }) => name === 'partial')!.data).toEqual({
    id: job.id,
    start: 0,
    end: 2.5,
    text: 'And so,',
  });
  const late = await listen();
  await expect.poll(late.texts).toHaveLength(2);
  const resumed = await listen(early.events.find(({ data }) => data.text === 'And so,')!.id);
  await expect.poll(resumed.texts).toEqual(['my fellow\nAmericans,']);

  // A second attempt starts over; the first can add nothing any more.
  await handBack(service.db, first);
  expect(await kept()).toBe(0);
  const second = await claim();
  await reportPartialText(service.db, first, 3, { start: 4, end: 5, text: 'too late' }, 5);
  await reportPartialText(service.db, second, 1, { start: 0, end: 2.5, text: 'And so once more,' }, 5);
  await expect.poll(resumed.texts).toEqual(['my fellow\nAmericans,', 'And so once more,']);

  await client.expect(client.post(`/jobs/${job.id}/cancel`));
  await Promise.all([early.ended, late.ended, resumed.ended]);
  expect(early.events.at(-1)!.data.status).toBe('canceled');
  expect(await kept()).toBe(0);
});

test('concurrently reported parts arrive complete and in order, even if the first is slow', async () => {
  const { client, job, claim, listen } = await running();
  const attempt = await claim();
  await sql`create function linger() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return new; end $$`.execute(service.db);
  await sql`create trigger linger before insert on job_partials for each row when (new.start_seconds = 0)
    execute function linger()`.execute(service.db);
  const { texts, ended } = await listen();
  const send = tellPartialText({ db: service.db, log: { debug: () => {} } }, attempt);
  const pieces = Array.from({ length: 20 }, (_, at) => `piece ${at}`);
  for (const [at, text] of pieces.entries()) send({ start: at, end: at + 1, text }, 5);
  await expect.poll(() => texts().at(-1)).toBe('piece 19');
  expect(texts()).toEqual(pieces);
  await sql`drop function linger cascade`.execute(service.db);
  await client.expect(client.post(`/jobs/${job.id}/cancel`));
  await ended;
});

test('at most two hundred parts are stored, and only valid text of a host is accepted', async () => {
  const { claim, kept } = await running();
  const attempt = await claim();
  for (let count = 1; count <= 230; count++)
    await reportPartialText(service.db, attempt, count, { start: count, end: count + 1, text: 'word' }, 5);
  expect(await kept()).toBe(200);
  expect(
    readPartialText({ start: 0, end: 1, text: `\0${'x'.repeat(5000)}` })!.text.length,
  ).toBeLessThanOrEqual(2000);
  for (const value of [
    undefined,
    null,
    'text',
    { text: 'a' },
    { start: '0', end: 1, text: 'a' },
    { start: 0, end: Number.NaN, text: 'a' },
  ])
    expect(readPartialText(value)).toBeUndefined();
});
