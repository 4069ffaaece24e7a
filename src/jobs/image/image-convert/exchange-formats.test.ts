import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { drawn, Fixtures, faded } from '../testing/fixtures.ts';
import { difference, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const convertBy = (input: string, output: string, ...args: string[]) =>
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', input, ...args, output]);

test('reads a Targa picture with its transparency', async () => {
  const source = await fixtures.file('faded.png', await faded().png().toBuffer());
  const targa = await fixtures.file('faded.tga', '');
  convertBy(source, targa, '-c:v', 'targa');
  await using result = await runJob(job, run, targa, { outputFormat: 'png' });
  expect(difference(await rgba(result.outputs[0]!.path), await rgba(source))).toBe(0);
});

test('reads a grey Targa picture with its transparency, compressed or not', async () => {
  const header = Buffer.from([0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 16, 0x28]);
  const plain = Buffer.concat([header, Buffer.from([10, 255, 10, 255, 200, 128])]);
  const packed = Buffer.concat([header, Buffer.from([0x81, 10, 255, 0x00, 200, 128])]);
  packed[2] = 11;
  for (const [name, bytes] of Object.entries({ plain, packed })) {
    const path = await fixtures.file(`${name}.tga`, bytes);
    await using result = await runJob(job, run, path, { outputFormat: 'png' });
    const shown = await sharp(result.outputs[0]!.path).toColourspace('srgb').ensureAlpha().raw().toBuffer();
    expect([...shown]).toEqual([10, 10, 10, 255, 10, 10, 10, 255, 200, 200, 200, 128]);
  }
});

const toLight = 'zscale=tin=iec61966-2-1:t=linear:min=gbr:m=gbr:pin=bt709:p=bt709';

test('converts linear light of an OpenEXR picture to sRGB', async () => {
  const source = await fixtures.file('a.png', await drawn().png().toBuffer());
  const exr = await fixtures.file('a.exr', '');
  convertBy(source, exr, '-vf', `format=gbrp16le,${toLight},format=gbrpf32le`, '-c:v', 'exr');
  await using result = await runJob(job, run, exr, { outputFormat: 'png' });
  expect(difference(await rgba(result.outputs[0]!.path), await rgba(source))).toBeLessThanOrEqual(1);
  const broken = await fixtures.file('b.exr', (await readFile(exr)).subarray(0, 200));
  await expect(runJob(job, run, broken, { outputFormat: 'png' })).rejects.toMatchObject({
    id: 'unreadable_input',
  });
});

test('traces a picture as areas of its colours', async () => {
  const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#fff"/><circle cx="50" cy="50" r="40" fill="#c0392b"/><rect x="120" y="20" width="60" height="60" fill="#2c3e50"/></svg>`;
  const png = await sharp(Buffer.from(logo)).png().toBuffer();
  await using result = await runJob(job, run, await fixtures.file('logo.png', png), { outputFormat: 'svg' });
  const [output] = result.outputs;
  const svg = await readFile(output!.path, 'utf8');
  expect(svg.match(/<path/g)!.length).toBeLessThan(12);
  expect(svg).toMatch(/fill="#c0392b"/);
  const shown = await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer();
  const wanted = await sharp(png).removeAlpha().raw().toBuffer();
  const off = shown.reduce((sum, value, at) => sum + Math.abs(value - wanted[at]!), 0) / shown.length;
  expect(off).toBeLessThan(2);
  expect(output).toMatchObject({ filename: 'logo.svg', metadata: { width: 200, height: 100 } });
});
