import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJob } from '../../../../../tests/support/run-job.ts';
import { pdfBytes } from '../../../pdf/testing/make-pdf.ts';
import { job } from '../job.ts';
import { run } from '../run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filemill-mended-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('reads a PDF with a wrong page count, and fails for a file that is not a PDF', async () => {
  const path = join(folder, 'count.pdf');
  const sound = pdfBytes({ pages: [{ text: 'Found again' }] }).toString('latin1');
  await writeFile(path, sound.replace('/Count 1', '/Count 2147483647'), 'latin1');
  await using made = await runJob(job, run, path, { outputFormat: 'txt' });
  expect(await readFile(made.outputs[0]!.path, 'utf8')).toContain('Found again');
  expect(made.engines).toEqual(['pdfium']);
  await writeFile(path, 'no document');
  await expect(runJob(job, run, path, { outputFormat: 'txt' })).rejects.toMatchObject({
    reason: 'unreadable_input',
    detail: expect.stringContaining('pdfium'),
  });
});
