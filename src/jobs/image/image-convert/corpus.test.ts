import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { JobFailure } from '../../../contract/failure.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { imagesFor } from '../testing/corpus-images.ts';
import { drawn, Fixtures } from '../testing/fixtures.ts';
import { difference, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

/** A large photo takes seconds, and shows nothing that a small one does not. */
const isLarge = (path: string) => statSync(corpusFile(path)).size >= 1_000_000;
const entries = imagesFor(job);
const others = ['jpeg', 'webp', 'tiff', 'bmp', 'ico', 'pdf'];

/** The possible expectations of the corpus. */
async function outcome(path: string, outputFormat: string): Promise<string> {
  try {
    await using result = await runJob(job, run, corpusFile(path), { outputFormat });
    return result.outputs.length === 1 ? 'ok' : `${result.outputs.length} outputs`;
  } catch (error) {
    if (error instanceof JobFailure) return error.reason;
    throw error;
  }
}

describe('every image of the corpus converts or fails as expected', () => {
  test('the corpus is large', () => expect(entries.length).toBeGreaterThan(hasCorpus ? 20 : 2));

  test.each(entries.filter(({ path }) => runsAll || !isLarge(path)))(
    '$path ($expected)',
    async ({ path, outcomes, at }) => {
      expect(outcomes).toContain(await outcome(path, others[at % others.length]!));
      if (!isLarge(path)) expect(outcomes).toContain(await outcome(path, 'png'));
    },
  );
});

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

/** How the pixels lie in a file with this Exif orientation. */
const turned: Record<number, (upright: Sharp) => Sharp> = {
  2: upright => upright.flop(),
  3: upright => upright.rotate(180),
  4: upright => upright.flip(),
  6: upright => upright.rotate(270),
  8: upright => upright.rotate(90),
};

async function turnedPicture(orientation: number): Promise<string> {
  const name = `Landscape_${orientation}.jpg`;
  if (hasCorpus) return corpusFile(`images/exif-orientation-examples__${name}`);
  const lying = await turned[orientation]!(drawn(1800, 1200)).png().toBuffer();
  return fixtures.file(
    name,
    await sharp(lying).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer(),
  );
}

test('converts pictures of every orientation to the same upright one', async () => {
  const upright = [];
  for (const n of [2, 3, 4, 6, 8]) {
    const path = await turnedPicture(n);
    await using result = await runJob(job, run, path, { outputFormat: 'jpeg', quality: 95 });
    expect(result.outputs[0]!.metadata).toMatchObject({ width: 1800, height: 1200 });
    upright.push(await rgba(result.outputs[0]!.path));
  }
  // Each was recompressed after rotation, so they differ by JPEG noise and by the number written on them.
  for (const other of upright.slice(1)) expect(difference(upright[0]!, other)).toBeLessThan(3);
});

test.skipIf(!hasCorpus)('reads a HEIC photo named .jpg by its content', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-heic-'));
  const path = join(dir, 'photo.jpg');
  copyFileSync(corpusFile('images/libheif__example.heic'), path);
  await using result = await runJob(job, run, path, { outputFormat: 'png' });
  expect(result.engines).toContain('heic');
  expect((await sharp(result.outputs[0]!.path).metadata()).width).toBeGreaterThan(100);
  rmSync(dir, { recursive: true });
});
