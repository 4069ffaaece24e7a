import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TObject } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobType } from '../../src/jobs/job-type.ts';
import type { RunContext, RunResult } from '../../src/jobs/run.ts';
import { runsAll } from '../support/needs.ts';
import { runJob } from '../support/run-job.ts';
import { makeCertificate } from '../support/servers/certificate.ts';
import { pdfOfPages } from './many-pages.ts';
import { hiddenPdf, longPagePdf, nestedPdf } from './pdf-bombs.ts';

/** Documents with millions of pages, or pages that expand to gigabytes, are refused before any page is read. */
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-pages-'));
  await writeFile(join(dir, 'endless.pdf'), pdfOfPages(120_000));
  await writeFile(join(dir, 'long.pdf'), pdfOfPages(5001));
  await writeFile(join(dir, 'nested.pdf'), nestedPdf());
  await writeFile(join(dir, 'hidden.pdf'), hiddenPdf());
  await writeFile(join(dir, 'deep.pdf'), longPagePdf(1));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

interface Folder {
  job: JobType<TObject>;
  run(context: RunContext<never>): Promise<RunResult>;
}

const pdfFolder = new URL('../../src/jobs/pdf/', import.meta.url);
const types = readdirSync(pdfFolder).filter(name => name.startsWith('pdf-'));
const options: Record<string, object> = {
  'pdf-extract': { pages: '1' },
  'pdf-remove': { pages: '1' },
  'pdf-reorder': { pages: '1' },
  'pdf-crop': { content: true },
  'pdf-sign': { certificate: makeCertificate('Ada') },
  'pdf-redact': { terms: ['word'] },
  'pdf-rotate': { angle: 90 },
  'pdf-protect': { userPassword: 'new' },
  'pdf-metadata': { title: 'new' },
  'pdf-watermark': { text: 'new' },
  'pdf-unlock': { password: 'x' },
};

const unpacks = {
  reason: 'limit_exceeded',
  detail: expect.stringContaining('unpacks to more than is allowed'),
};

async function refusal(folder: string, file: string, given: object = {}): Promise<unknown> {
  const { job } = (await import(`${folder}/job.ts`)) as Folder;
  const { run } = (await import(`${folder}/run.ts`)) as Folder;
  const path = join(dir, file);
  const files = job.inputs === 'many' ? [path, path] : path;
  const made = await runJob(job, run as never, files, given as Record<string, unknown>).catch(error => error);
  return { reason: made.reason, detail: made.detail };
}

// The check is shared by all types, so every sixth one is tested; `test:all` tests each.
test.each(types.filter((_, index) => runsAll || index % 6 === 0))(
  '%s refuses a PDF with too many pages or nested compression',
  async type => {
    const folder = `${pdfFolder.pathname}${type}`;
    expect(await refusal(folder, 'endless.pdf', options[type])).toEqual({
      reason: 'limit_exceeded',
      detail: expect.stringContaining('more than 100000 pages'),
    });
    expect(await refusal(folder, 'nested.pdf', options[type])).toEqual(unpacks);
  },
);

test('a PDF with more pages than can be rendered is refused', async () => {
  expect(await refusal(`${pdfFolder.pathname}pdf-to-image`, 'long.pdf')).toEqual({
    reason: 'limit_exceeded',
    detail: expect.stringContaining('5001 pages, 5000 allowed'),
  });
  const ocr = new URL('../../src/jobs/ocr/ocr', import.meta.url).pathname;
  expect(await refusal(ocr, 'long.pdf')).toEqual({
    reason: 'limit_exceeded',
    detail: expect.stringContaining('5001 pages, 1000 allowed'),
  });
});

test.runIf(runsAll)('a page that expands to gigabytes is refused before any program is started', async () => {
  const jobs = new URL('../../src/jobs/', import.meta.url).pathname;
  for (const file of ['nested.pdf', 'hidden.pdf', 'deep.pdf']) {
    for (const type of ['ocr/ocr', 'pdf/pdf-to-image', 'pdf/pdf-to-pdfa'])
      expect(await refusal(`${jobs}${type}`, file), `${type} of ${file}`).toEqual(unpacks);
    for (const outputFormat of ['txt', 'docx', 'png'])
      expect(await refusal(`${jobs}document/document-convert`, file, { outputFormat })).toEqual(unpacks);
  }
});
