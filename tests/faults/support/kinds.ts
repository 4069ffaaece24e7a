import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Job } from '../../../src/contract/schemas/job.ts';
import type { RetryingClient } from '../../support/retrying-client.ts';
import { pdf, png } from '../../support/samples.ts';

/** A kind of job that a fault may hit, with its expected result. */
export interface Kind {
  files: Buffer[];
  /** How it is created, uploaded to and started, */
  path?: '/jobs' | '/merge';
  body?(files: Buffer[]): object;
  /** or sent in one request, with the path and the names of its files. */
  submitted?: [path: string, ...names: string[]];
  check(outputs: Buffer[]): Promise<void> | void;
  fails?: true;
}

export interface StartedJob {
  kind: Kind;
  id: string;
}

const single =
  (type: string, filename: string, contentType: string, options: object) =>
  ([file]: Buffer[]) => ({ type, filename, contentType, fileSize: file!.length, options });

const textOf = (bytes: Buffer): string =>
  execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' });

export const kinds: Kind[] = [
  {
    path: '/jobs',
    files: [png(300, 200)],
    body: single('image-resize', 'a.png', 'image/png', { width: 30 }),
    check: ([out]) => expect([out!.readUInt32BE(16), out!.readUInt32BE(20)]).toEqual([30, 20]),
  },
  {
    submitted: ['/convert/html', 'e.txt'],
    files: [Buffer.from('d < e & f\n')],
    check: ([out]) => expect(out!.toString()).toContain('d &lt; e &amp; f'),
  },
  {
    path: '/jobs',
    files: [pdf(['alpha', 'beta', 'gamma'])],
    body: single('pdf-split', 'b.pdf', 'application/pdf', {}),
    check: outputs => expect(outputs.map(out => textOf(out).trim())).toEqual(['alpha', 'beta', 'gamma']),
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
    check: ([out]) => expect(textOf(out!).match(/\w+/g)).toEqual(['one', 'two']),
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
    submitted: ['/run/pdf-merge', '0.pdf', '1.pdf'],
    files: [pdf(['three']), pdf(['four'])],
    check: ([out]) => expect(textOf(out!).match(/\w+/g)).toEqual(['three', 'four']),
  },
];

/** Creates and starts the job with this index, retrying as often as necessary. */
export async function runKind(client: RetryingClient, index: number, from = kinds): Promise<StartedJob> {
  const kind = from[index % from.length]!;
  const key = `fault-${index}`;
  if (kind.submitted) {
    const [path, ...names] = kind.submitted;
    const files = names.map((name, i): [string, Uint8Array<ArrayBuffer>] => [
      name,
      new Uint8Array(kind.files[i]!),
    ]);
    return { kind, id: await client.submit(path, files, key) };
  }
  const job = await client.create(kind.path!, kind.body!(kind.files), key);
  for (const { uploadUrl, index: at, headers } of job.uploads ?? [])
    await client.upload(uploadUrl, new Uint8Array(kind.files[at]!), headers);
  await client.start(job.id);
  return { kind, id: job.id };
}

/** Expects complete outputs with the content of such a job. A job that was hit too often has failed, and says so. */
export async function expectOutcome(client: RetryingClient, { kind }: StartedJob, job: Job): Promise<void> {
  if (kind.fails) {
    expect(job).toMatchObject({ status: 'failed', failure: { code: 'processing_failed' } });
    return;
  }
  if (job.status === 'failed') {
    expect(job.failure!.reason).toBe('engine_error');
    return;
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
