import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusEntries, corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { runsAll } from '../../../../tests/support/needs.ts';
import { type JobRun, runJob } from '../../../../tests/support/run-job.ts';
import { makeCertificate } from '../../../../tests/support/servers/certificate.ts';
import type { RunOutput } from '../../run.ts';
import { job as extractJob } from '../pdf-extract/job.ts';
import { run as extract } from '../pdf-extract/run.ts';
import { job as mergeJob } from '../pdf-merge/job.ts';
import { run as merge } from '../pdf-merge/run.ts';
import { job as removeJob } from '../pdf-remove/job.ts';
import { run as remove } from '../pdf-remove/run.ts';
import { job as rotateJob } from '../pdf-rotate/job.ts';
import { run as rotate } from '../pdf-rotate/run.ts';
import { job as signJob } from '../pdf-sign/job.ts';
import { run as sign } from '../pdf-sign/run.ts';
import { job as splitJob } from '../pdf-split/job.ts';
import { run as split } from '../pdf-split/run.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { pageCount } from '../testing/read-pdf.ts';

const entries = [
  ...corpusEntries('pdf'),
  ...corpusEntries('ocr').filter(entry => entry.path.endsWith('.pdf')),
];
const passwordOf = (expected: string) => /ok with "(.+)"/.exec(expected)?.[1];

const certificate = makeCertificate('Ada Lovelace');
let dir: string;
let companion: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-corpus-'));
  companion = await makePdf(join(dir, 'companion.pdf'), { pages: [{ text: 'companion' }] });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Returns the page counts of the outputs, which must match Poppler's count. */
async function pagesOf(made: JobRun): Promise<number[]> {
  const sample = new Set<RunOutput>([made.outputs[0]!, made.outputs.at(-1)!]);
  for (const { path, metadata } of sample) expect(await pageCount(path)).toBe(metadata!.pages);
  return made.outputs.map(output => output.metadata!.pages as number);
}

const reasonOf = async (promise: Promise<JobRun>): Promise<string> => {
  try {
    await using made = await promise;
    return `${made.outputs.length} files`;
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
};

/** The documents that all operations are tried on; the others are only turned, unless all tests are to run. */
const isThorough = (path: string): boolean =>
  runsAll || entries.findIndex(entry => entry.path === path) % Math.ceil(entries.length / 6) === 0;

describe.each(entries)('$path', ({ path, expected }) => {
  const file = corpusFile(path);
  const password = passwordOf(expected);
  const secret = password ? { password } : {};

  if (/must fail cleanly/.test(expected) || password) {
    const reason = /password/.test(expected) ? 'password_required' : 'unreadable_input';
    it(`fails with ${reason}${password ? ' without its password' : ''}`, async () => {
      expect(await reasonOf(runJob(mergeJob, merge, [companion, file]))).toBe(reason);
      expect(await reasonOf(runJob(rotateJob, rotate, file, { angle: 90 }))).toBe(reason);
      if (password) expect(await reasonOf(runJob(splitJob, split, file))).toBe(reason);
    });
    if (!password) return;
  }

  it(
    isThorough(path) ? 'is rotated, split, extracted from, cut down, signed and merged' : 'is rotated',
    async () => {
      const turned = runJob(rotateJob, rotate, file, { angle: 90, ...secret });
      const mayFail = /^lenient/.test(expected) && turned.catch(error => error.reason as string);
      if (mayFail && (await mayFail) === 'unreadable_input') return;
      await using whole = await turned;
      const [count] = await pagesOf(whole);
      const named = /(\d+) pages/.exec(expected)?.[1];
      if (named) expect(count).toBe(Number(named));

      const { metadata } = whole.outputs[0]!;
      if (/signed/.test(path)) expect(metadata).toMatchObject({ signatureInvalidated: true });
      if (/helloworld-bad|Pages-tree-refs/.test(path)) expect(metadata).toMatchObject({ repaired: true });
      if (!isThorough(path)) return;

      await using parts = await runJob(splitJob, split, file, secret);
      expect(await pagesOf(parts)).toEqual(Array(count).fill(1));
      await using backwards = await runJob(extractJob, extract, file, { pages: '-1-1', ...secret });
      expect(await pagesOf(backwards)).toEqual([count]);
      if (count! > 1) {
        await using rest = await runJob(removeJob, remove, file, { pages: '1', ...secret });
        expect(await pagesOf(rest)).toEqual([count! - 1]);
      }
      await using signed = await runJob(signJob, sign, file, { certificate, ...secret });
      const verdicts = execFileSync('pdfsig', ['-nocert', signed.outputs[0]!.path], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      expect(verdicts.split('Signature Validation: ').at(-1)).toMatch(/^Signature is Valid/);
      const source = password ? whole.outputs[0]!.path : file;
      if (!password) {
        await using merged = await runJob(mergeJob, merge, [source, companion]);
        expect(await pagesOf(merged)).toEqual([count! + 1]);
      }
    },
  );
});

it('the corpus has many documents', () => expect(entries.length).toBeGreaterThan(hasCorpus ? 40 : 3));
