import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import { pdf, png } from '../support/samples.ts';
import { type Installation, openInstallation } from './installation.ts';

const chaosSeconds = Number(process.env.CHAOS_SECONDS ?? 25);
const jobCount = 5 * chaosSeconds;

let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation('together');
});
afterAll(() => installation?.close());

interface Kind {
  files: Buffer[];
  /** How it is created, uploaded to and started, */
  path?: '/jobs' | '/merge';
  body?(files: Buffer[]): object;
  /** or made in one request, by an address and the names of its files. */
  submitted?: [path: string, ...names: string[]];
  /** What a completed job must have made. */
  check(outputs: Buffer[]): Promise<void> | void;
  fails?: true;
}

const single =
  (type: string, filename: string, contentType: string, options: object) =>
  ([file]: Buffer[]) => ({ type, filename, contentType, fileSize: file!.length, options });

async function textOf(bytes: Buffer): Promise<string> {
  const file = join(installation.dataDir, `check-${randomUUID()}.pdf`);
  await writeFile(file, bytes);
  const text = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' });
  await rm(file);
  return text;
}

const kinds: Kind[] = [
  {
    path: '/jobs',
    files: [png(300, 200)],
    body: single('image-resize', 'a.png', 'image/png', { width: 30 }),
    check: ([out]) => expect([out!.readUInt32BE(16), out!.readUInt32BE(20)]).toEqual([30, 20]),
  },
  {
    path: '/jobs',
    files: [pdf(['alpha', 'beta', 'gamma'])],
    body: single('pdf-split', 'b.pdf', 'application/pdf', {}),
    check: async outputs =>
      expect((await Promise.all(outputs.map(textOf))).map(text => text.trim())).toEqual([
        'alpha',
        'beta',
        'gamma',
      ]),
  },
  {
    path: '/merge',
    files: [pdf(['one']), pdf(['two'])],
    body: files => ({
      files: files.map((file, i) => ({
        filename: `${i}.pdf`,
        fileSize: file.length,
        contentType: 'application/pdf',
      })),
    }),
    check: async ([out]) => expect((await textOf(out!)).match(/\w+/g)).toEqual(['one', 'two']),
  },
  {
    path: '/jobs',
    files: [Buffer.from('a < b & c\n')],
    body: single('document-convert', 'c.txt', 'text/plain', { outputFormat: 'html' }),
    check: ([out]) => expect(out!.toString()).toContain('a &lt; b &amp; c'),
  },
  {
    path: '/jobs',
    files: [png(8, 8).subarray(0, 40)],
    body: single('image-convert', 'd.png', 'image/png', { outputFormat: 'webp' }),
    check: () => {},
    fails: true,
  },
  {
    submitted: ['/convert/html', 'e.txt'],
    files: [Buffer.from('d < e & f\n')],
    check: ([out]) => expect(out!.toString()).toContain('d &lt; e &amp; f'),
  },
  {
    submitted: ['/run/pdf-merge', '0.pdf', '1.pdf'],
    files: [pdf(['three']), pdf(['four'])],
    check: async ([out]) => expect((await textOf(out!)).match(/\w+/g)).toEqual(['three', 'four']),
  },
];

async function drive(index: number): Promise<{ kind: Kind; id: string }> {
  const { client } = installation;
  const kind = kinds[index % kinds.length]!;
  if (kind.submitted) {
    const [path, ...names] = kind.submitted;
    const files = names.map((name, i): [string, Uint8Array<ArrayBuffer>] => [
      name,
      new Uint8Array(kind.files[i]!),
    ]);
    return { kind, id: await client.submit(path, files, `chaos-${index}`) };
  }
  const job = await client.create(kind.path!, kind.body!(kind.files), `chaos-${index}`);
  const uploads = job.uploads ?? [];
  for (const upload of uploads)
    await client.upload(upload.uploadUrl, new Uint8Array(kind.files[upload.index]!));
  await client.start(job.id);
  return { kind, id: job.id };
}

test('whatever is killed, every acknowledged job ends exactly once, whole, counted and without leftovers', async () => {
  const { client, fleet, workspaceId, chance } = installation;
  const wreaking = installation.wreak(chaosSeconds);
  const acknowledged: { kind: Kind; id: string }[] = [];
  const next = { index: 0 };
  // Spread over the chaos, so that every kill meets jobs in every state.
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (next.index < jobCount) {
        acknowledged.push(await drive(next.index++));
        await sleep(chance() * 4000);
      }
    }),
  );
  await wreaking;

  const ended = new Map<string, Job>();
  for (const { id } of acknowledged) ended.set(id, await client.end(id));
  expect(ended.size).toBe(jobCount);
  const states = Object.groupBy([...ended.values()], job =>
    `${job.status} ${job.failure?.reason ?? ''}`.trim(),
  );
  console.log(
    `kills ${JSON.stringify(fleet.kills)}, jobs ${JSON.stringify(Object.fromEntries(Object.entries(states).map(([state, list]) => [state, list!.length])))}`,
  );

  for (const { kind, id } of acknowledged) {
    const job = ended.get(id)!;
    if (kind.fails) {
      expect(job).toMatchObject({ status: 'failed', failure: { code: 'processing_failed' } });
      continue;
    }
    // A job may be hit three times and give up; then it says so, and is not counted.
    if (job.status === 'failed') {
      expect(job.failure!.reason).toBe('engine_error');
      continue;
    }
    expect(job.status).toBe('completed');
    const outputs: Buffer[] = [];
    for (const file of job.result!.files) {
      const bytes = Buffer.from(await client.download(file.downloadUrl!));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
      outputs.push(bytes);
    }
    await kind.check(outputs);
  }
  const completed = [...ended.values()].filter(job => job.status === 'completed').length;
  expect(completed).toBeGreaterThan(jobCount * 0.7);

  await installation.inspect(async db => {
    const odd = await sql`
      select job_id, array_agg(type order by seq) from events
      where type in ('job.completed', 'job.failed', 'job.canceled') group by job_id having count(*) <> 1`.execute(
      db,
    );
    expect(odd.rows).toEqual([]);
    const jobs = await sql<{ n: number; open: number }>`
      select count(*) as n, count(*) filter (where status not in ('completed', 'failed')) as open from jobs`.execute(
      db,
    );
    expect(jobs.rows[0]).toEqual({ n: jobCount, open: 0 });
    const givenBack = [...ended.values()].filter(job => job.failure?.reason === 'engine_error').length;
    const counters = await sql<{ used: number }>`
      select sum(used)::int as used from usage_counters where workspace_id = ${workspaceId} group by quota`.execute(
      db,
    );
    expect(counters.rows.map(row => row.used)).toEqual([jobCount - givenBack, jobCount - givenBack]);
  });
}, 400_000);
