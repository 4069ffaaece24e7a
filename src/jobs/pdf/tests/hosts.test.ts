import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TObject } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf, openHosts } from '../../../../tests/support/hosts.ts';
import type { Hosts } from '../../../worker/running/hosts.ts';
import type { JobType } from '../../job-type.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { sample } from '../testing/sample.ts';

let dir: string;
let hosts: Hosts;
let file: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-pdf-hosts-'));
  file = await makePdf(join(dir, 'sample.pdf'), sample);
  hosts = await openHosts(join(dir, 'work'), {
    jobsDir: new URL('../..', import.meta.url).pathname,
    maxHosts: 1,
  });
});
afterAll(async () => {
  await hosts.close();
  await rm(dir, { recursive: true, force: true });
});

async function inHost(type: string, options: object, files = [file]): Promise<Buffer[]> {
  const { job } = (await import(`../${type}/job.ts`)) as { job: JobType<TObject> };
  const filled = Value.Default(job.options, { ...options }) as Record<string, unknown>;
  return hosts.run({
    workspaceId: 'wsp_a',
    pool: job.resolve({ input: 'pdf', options: filled }).host ?? 'standard',
    engines: [],
    models: [],
    charge: async () => {},
    measure: async () => {},
    type,
    options: filled,
    limits: { seconds: 60, startSeconds: 60, memoryMb: 2048, outputBytes: 1e8, outputFiles: 100 },
    prepare: work =>
      Promise.all(
        files.map(async (path, index) => {
          const to = join(work, `input-${index}`);
          await copyFile(path, to);
          return { path: to, filename: basename(path), format: 'pdf', size: (await stat(path)).size };
        }),
      ),
    collect: result => Promise.all(result.outputs.map(contentOf)),
    onProgress: () => {},
    onPartial: () => {},
    signal: new AbortController().signal,
  });
}

/** Runs every engine of the family in the sandbox, without network and home folder. */
describe('inside a host', () => {
  it.each([
    ['pdf-merge', {}, 1],
    ['pdf-split', {}, 5],
    ['pdf-compress', {}, 1],
    ['pdf-watermark', { text: '机密' }, 1],
    ['pdf-to-pdfa', {}, 1],
    ['pdf-to-image', { dpi: 40 }, 5],
  ])('%s runs', async (type, options, count) => {
    const outputs = await inHost(type, options, type === 'pdf-merge' ? [file, file] : [file]);
    expect(outputs).toHaveLength(count);
    for (const output of outputs)
      expect(output.toString('latin1', 0, 5)).toMatch(type === 'pdf-to-image' ? /^.PNG/ : '%PDF-');
  });
});
