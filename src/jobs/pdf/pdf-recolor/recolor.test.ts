import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { check, fields, links, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

/** A page of 200 by 200 whose colours are set in many ways: each has a square of its own. */
function makeColourful(path: string): string {
  const objects = new PdfObjects();
  const tree = objects.reserve();
  const ink = objects.add('<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 1 0] /N 1 >>');
  const fade = objects.add('<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>');
  const image = (space: string, samples: number[]) =>
    objects.stream(
      `/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace ${space}`,
      Buffer.from(samples),
    );
  const listed = image('[/Indexed /DeviceRGB 1 <ff000000ff00>]', [0, 1]);
  const printed = image('/DeviceCMYK', [255, 0, 0, 0, 0, 255, 0, 0]);
  const shading = `/ShadingType 2 /ColorSpace /DeviceRGB /Function ${fade} 0 R`;
  const tile = '/PatternType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 /YStep 5 /Resources << >>';
  const coloured = objects.stream(`${tile} /PaintType 1`, '0 1 1 rg 0 0 3 3 re f');
  const uncoloured = objects.stream(`${tile} /PaintType 2`, '0 0 3 3 re f');
  const content = objects.stream(
    '',
    `1 0 0 rg 0 0 20 20 re f 0 1 0 0 k 20 0 20 20 re f /Ink cs 1 scn 40 0 20 20 re f /Lab cs 50 80 60 sc 60 0 20 20 re f
    q 20 0 0 20 80 0 cm /Listed Do Q q 20 0 0 20 100 0 cm /Printed Do Q
    /Pattern cs /Coloured scn 0 30 40 40 re f /Bare cs 1 0.5 0 /Uncoloured scn 50 30 40 40 re f
    q 100 30 40 40 re W n /Fade sh Q /Half gs 0 0 1 rg 0 80 40 40 re f
    BT /F 20 Tf 1 0 0 rg 10 150 Td (Colour) Tj ET`,
  );
  const page =
    objects.add(`<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] /Contents ${content} 0 R
    /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /ExtGState << /Half << /ca 0.5 >> >>
    /ColorSpace << /Ink [/Separation /Spot /DeviceCMYK ${ink} 0 R] /Bare [/Pattern /DeviceRGB]
      /Lab [/Lab << /WhitePoint [0.95 1 1.09] /Range [-100 100 -100 100] >>] >>
    /XObject << /Listed ${listed} 0 R /Printed ${printed} 0 R >>
    /Pattern << /Coloured ${coloured} 0 R /Uncoloured ${uncoloured} 0 R >>
    /Shading << /Fade << ${shading} /Coords [100 0 140 0] >> >> >> >>`);
  objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  writeFileSync(path, objects.file(`/Root ${objects.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`)} 0 R`));
  return path;
}

/** The pixels of a page as Poppler draws it, three bytes each. */
async function draw(path: string, page = 1): Promise<Buffer> {
  const which = ['-f', String(page), '-l', String(page), '-r', '72'];
  const png = execFileSync('pdftoppm', ['-png', '-singlefile', ...which, path]);
  return await sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer();
}
/** The distance between the channels of a pixel: none in a grey one. */
const findColour = (pixels: Buffer): number => {
  let most = 0;
  for (let i = 0; i < pixels.length; i += 3) {
    const pixel = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!];
    most = Math.max(most, Math.max(...pixel) - Math.min(...pixel));
  }
  return most;
};
const meanDifference = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
const toGrey = (pixels: Buffer): Buffer =>
  pixels.map((_, index) => {
    const first = index - (index % 3);
    return 0.299 * pixels[first]! + 0.587 * pixels[first + 1]! + 0.114 * pixels[first + 2]!;
  }) as Buffer;

let colourful: string;
beforeAll(() => {
  colourful = makeColourful(at('colours.pdf'));
});

test('turns colours of every kind into grey of about the same brightness', async () => {
  const before = await draw(colourful);
  expect(findColour(before)).toBeGreaterThan(200);
  await using made = await runJob(job, run, colourful, {});
  const { path } = made.outputs[0]!;
  await check(path);
  const after = await draw(path);
  expect(findColour(after)).toBe(0);
  // Ghostscript takes pure colours for brighter than this formula does.
  expect(meanDifference(after, toGrey(before))).toBeLessThan(8);
  expect(await pageTexts(path)).toEqual(['Colour']);
});

test('inverts what is seen, on rotated pages too, and keeps text, links and bookmarks', async () => {
  const plain = await makePdf(at('sample.pdf'), { ...sample, corner: [30, -40] });
  for (const [file, pages] of [
    [colourful, 1],
    [plain, 2],
  ] as const) {
    await using made = await runJob(job, run, file, { mode: 'inverted' });
    const { path } = made.outputs[0]!;
    await check(path);
    expect(made.warnings).toEqual(file === plain ? [makeWarning('fields_drawn')] : []);
    for (let page = 1; page <= pages; page++) {
      const opposite = (await draw(file, page)).map(value => 255 - value) as Buffer;
      expect(meanDifference(await draw(path, page), opposite)).toBeLessThan(2);
    }
    for (const read of [outline, links]) expect(await read(path)).toEqual(await read(file));
    expect((await pageTexts(path))[0]).toContain((await pageTexts(file))[0]!.split(/\s/)[0]);
    expect(await fields(path)).toEqual({});
  }
});
