import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, fields, labels, links, namedDestinations, outline } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
let file: string;
const rotations = (path: string) =>
  [
    ...execFileSync('pdfinfo', ['-f', '1', '-l', '99', path], { encoding: 'utf8' }).matchAll(/rot: +(\d+)/g),
  ].map(match => Number(match[1]));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-rotate-'));
  file = await makePdf(join(dir, 'sample.pdf'), sample);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('pdf-rotate', () => {
  it('rotates every page relative to its current rotation', async () => {
    await using made = await runJob(job, run, file, { angle: 270 });
    expect(rotations(made.outputs[0]!.path)).toEqual([270, 0, 270, 270, 270]);
    expect(made.outputs[0]!.metadata).toEqual({ pages: 5 });
  });

  it('rotates only the named pages, each once', async () => {
    await using made = await runJob(job, run, file, { angle: 90, pages: '2,1-2,-1' });
    expect(rotations(made.outputs[0]!.path)).toEqual([90, 180, 0, 0, 90]);
  });

  it('changes nothing else', async () => {
    await using made = await runJob(job, run, file, { angle: 180 });
    const path = made.outputs[0]!.path;
    await check(path);
    for (const read of [outline, links, namedDestinations, labels, fields])
      expect(await read(path)).toEqual(await read(file));
  });

  it('fails for a page that does not exist', async () => {
    await expect(runJob(job, run, file, { angle: 90, pages: '6' })).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });
});
