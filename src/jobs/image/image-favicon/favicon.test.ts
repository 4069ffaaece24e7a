import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#0000ff"/></svg>';

test('makes square icons of all sizes, a manifest and the HTML for a page', async () => {
  const path = await fixtures.file('shop.svg', logo);
  await using result = await runJob(job, run, path, { background: '#ff0000', themeColor: '#00ff00' });
  const find = (name: string) => result.outputs.find(({ filename }) => filename === name)!.path;
  expect(execFileSync('file', ['-b', find('favicon.ico')], { encoding: 'utf8' })).toMatch(/^MS Windows icon/);
  const readPixel = async (name: string, x: number, y: number) => {
    const { data, info } = await sharp(find(name)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = 4 * (y * info.width + x);
    return [info.width, info.height, ...data.subarray(at, at + 4)];
  };
  expect(await readPixel('icon-192.png', 96, 96)).toEqual([192, 192, 0, 0, 255, 255]);
  expect(await readPixel('icon-192.png', 96, 2)).toEqual([192, 192, 0, 0, 0, 0]);
  expect(await readPixel('apple-touch-icon.png', 90, 2)).toEqual([180, 180, 255, 0, 0, 255]);
  // The picture stays within the safe zone of maskable icons.
  expect(await readPixel('icon-maskable-512.png', 40, 256)).toEqual([512, 512, 255, 0, 0, 255]);
  expect(await readPixel('icon-maskable-512.png', 60, 256)).toEqual([512, 512, 0, 0, 255, 255]);
  expect(JSON.parse(readFileSync(find('site.webmanifest'), 'utf8'))).toMatchObject({
    name: 'shop',
    theme_color: '#00ff00',
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }, { purpose: 'maskable' }],
  });
  const head = readFileSync(find('head.html'), 'utf8');
  for (const [, file] of head.matchAll(/href="\/([^"]+)"/g)) expect(find(file!)).toBeTruthy();
});
