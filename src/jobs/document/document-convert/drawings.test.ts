import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-drawings-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const place = (name: string) => join(dir, name);
const printWords = (path: string) => execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).trim();

const eps = `%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 200 100
1 0 0 setrgbcolor 0 0 100 100 rectfill
0 setgray /Helvetica findfont 20 scalefont setfont 110 40 moveto (Drawn) show
showpage
`;

test('converts an EPS drawing to a PDF of its size with its text, and to a picture', async () => {
  writeFileSync(place('a.eps'), eps);
  await using made = await runJob(job, run, place('a.eps'), { outputFormat: 'pdf' });
  expect(printWords(made.outputs[0]!.path)).toBe('Drawn');
  expect(execFileSync('pdfinfo', [made.outputs[0]!.path], { encoding: 'utf8' })).toMatch(/200 x 100 pts/);
  await using picture = await runJob(job, run, place('a.eps'), { outputFormat: 'png', width: 200 });
  const { data, info } = await sharp(picture.outputs[0]!.path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([200, 100, 255, 0, 0]);
  writeFileSync(place('broken.eps'), '%!PS-Adobe-3.0 EPSF-3.0\n(never closed');
  await expect(runJob(job, run, place('broken.eps'), { outputFormat: 'pdf' })).rejects.toMatchObject({
    id: 'unreadable_input',
  });
});

test('converts an XPS document to a picture that looks the same', async () => {
  writeFileSync(place('b.eps'), eps);
  execFileSync('gs', ['-q', '-dSAFER', '-sDEVICE=xpswrite', '-o', place('b.xps'), place('b.eps')]);
  await using made = await runJob(job, run, place('b.xps'), { outputFormat: 'png', dpi: 72 });
  const { data } = await sharp(made.outputs[0]!.path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const red = data.reduce(
    (sum, value, at) => sum + (at % 3 === 0 && value > 200 && data[at + 1]! < 60 ? 1 : 0),
    0,
  );
  expect(red).toBeGreaterThan(9000);
  expect(red).toBeLessThan(11_000);
});

const dxf = (entities: string) => `0\nSECTION\n2\nENTITIES\n${entities}0\nENDSEC\n0\nEOF\n`;
const line = '0\nLINE\n8\n0\n62\n1\n10\n0\n20\n0\n11\n100\n21\n50\n';
const text = '0\nTEXT\n8\n0\n10\n10\n20\n5\n40\n4\n1\nGround floor\n';

test('converts a DXF drawing to a PDF with its text, and to SVG', async () => {
  writeFileSync(place('a.dxf'), dxf(line + text));
  await using made = await runJob(job, run, place('a.dxf'), { outputFormat: 'pdf' });
  expect(printWords(made.outputs[0]!.path)).toBe('Ground floor');
  await using drawn = await runJob(job, run, place('a.dxf'), { outputFormat: 'svg' });
  const svg = await sharp(readFileSync(drawn.outputs[0]!.path))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(svg.info.width / svg.info.height).toBeCloseTo(2, 1);
  // The line is red and goes through the middle.
  const middle = 3 * (Math.floor(svg.info.height / 2) * svg.info.width + Math.floor(svg.info.width / 2));
  const around = svg.data.subarray(middle - 30, middle + 30);
  expect(around.some((value, at) => at % 3 === 1 && value < 100)).toBe(true);
  writeFileSync(place('empty.dxf'), dxf(''));
  await expect(runJob(job, run, place('empty.dxf'), { outputFormat: 'pdf' })).rejects.toMatchObject({
    id: 'drawing_empty',
  });
});

test('SVG in a page is shown by programs that know no SVG', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"><rect width="96" height="48" fill="red"/></svg>';
  writeFileSync(place('svg.html'), `<p>before</p>${svg}<p>after</p>`);
  await using word = await runJob(job, run, place('svg.html'), { outputFormat: 'docx' });
  const listing = execFileSync('unzip', ['-Z1', word.outputs[0]!.path], { encoding: 'utf8' });
  expect(listing).toMatch(/media\/\w+\.svg/);
  expect(listing).toMatch(/media\/\w+\.png/);
  await using slides = await runJob(job, run, place('svg.html'), { outputFormat: 'pptx' });
  const picture = execFileSync('unzip', ['-p', slides.outputs[0]!.path, 'ppt/media/image1.png']);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([288, 144, 255, 0, 0]);
  await using text = await runJob(job, run, place('svg.html'), { outputFormat: 'rtf' });
  // It is an inch wide, in twentieths of a point.
  expect(readFileSync(text.outputs[0]!.path, 'latin1')).toMatch(/\\pngblip[^{}]*\\picwgoal1440\b/);
});
