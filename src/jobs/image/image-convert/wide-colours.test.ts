import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { makePngChunk } from '../pictures/png-chunks.ts';
import { convertWideColours } from '../pictures/wide-colours.ts';
import { drawn, Fixtures } from '../testing/fixtures.ts';
import { difference, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

/** Writes the scene in the colours of HDR television, as bright as SDR, by another colour engine. */
async function writePq(): Promise<string> {
  const plain = await fixtures.file('plain.png', await drawn().png().toBuffer());
  const pq = await fixtures.file('bare.png', '');
  const filter =
    'format=gbrp,zscale=pin=bt709:tin=iec61966-2-1:min=gbr:rin=full:p=bt2020:t=smpte2084:m=gbr:r=full:npl=203,format=gbrp16,format=rgb48be';
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', plain, '-vf', filter, pq]);
  return pq;
}

test('HDR pictures in PQ look as in SDR where they are no brighter', async () => {
  const bare = await writePq();
  const png = await readFile(bare);
  const numbers = makePngChunk('cICP', Buffer.from([9, 16, 0, 1]));
  const numbered = await fixtures.file(
    'pq.png',
    Buffer.concat([png.subarray(0, 33), numbers, png.subarray(33)]),
  );
  const avif = await fixtures.file('pq.avif', '');
  const lossless = ['--speed', '10', '--min', '0', '--max', '0', '--depth', '12'];
  execFileSync('avifenc', [...lossless, '--cicp', '9/16/9', bare, avif], { stdio: 'ignore' });
  const jxl = await fixtures.file('pq.jxl', '');
  // A PNG may say what its colours are, which the tool would believe.
  const ppm = await fixtures.file('bare.ppm', '');
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', bare, '-pix_fmt', 'rgb48be', ppm]);
  execFileSync('cjxl', [ppm, jxl, '-d', '0.1', '-e', '3', '-x', 'color_space=RGB_D65_202_Rel_PeQ'], {
    stdio: 'ignore',
  });
  const scene = await rgba(await drawn().png().toBuffer());
  for (const path of [numbered, avif, jxl]) {
    await using result = await runJob(job, run, path, { outputFormat: 'png' });
    const made = result.outputs[0]!.path;
    expect(difference(await rgba(made), scene), path).toBeLessThan(2);
    expect((await sharp(made).metadata()).icc).toBeUndefined();
  }
  expect(difference(await rgba(bare), scene)).toBeGreaterThan(20);
});

test('light brighter than white is compressed, and dark light stays', () => {
  const sample = (value: number) => Array(3).fill(Math.round(65_535 * value)) as number[];
  // By ITU-R BT.2408, white is 0.75 of HLG and 0.58 of PQ.
  for (const [curve, white] of [
    [18, 0.75],
    [16, 0.5807],
  ] as const) {
    const alone = convertWideColours(Uint16Array.from(sample(white)), 3, { primaries: 9, curve });
    expect(alone[0]! / 65_535).toBeCloseTo(1, 1);
    const beside = convertWideColours(
      Uint16Array.from([...sample(white), ...sample(0.9), ...sample(white / 3)]),
      3,
      { primaries: 9, curve },
    );
    const dark = convertWideColours(Uint16Array.from(sample(white / 3)), 3, { primaries: 9, curve });
    expect(beside[3]).toBe(65_535);
    expect(beside[0]!).toBeLessThan(62_000);
    expect(beside[6]).toBe(dark[0]);
  }
});
