import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { Refusal } from '../../job-type.ts';
import { changedPart, difference, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, fields, labels, links, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;
let picture: string;
beforeAll(async () => {
  file = await makePdf(at('sample.pdf'), { ...sample, corner: [30, -40] });
  picture = at('stamp.png');
  const square = { width: 60, height: 30, channels: 4 as const, background: '#000000' };
  await writeFile(picture, await sharp({ create: square }).png().toBuffer());
});
const stamp = (options: Record<string, unknown>, by = picture) => runJob(job, run, [file, by], options);
const findChange = async (path: string, page: number) =>
  changedPart(await drawnPage(file, page), await drawnPage(path, page));

describe('pdf-stamp', () => {
  it('puts a picture at the requested place on every page, rotated ones too, and keeps the rest', async () => {
    await using made = await stamp({ x: 0, y: 0 });
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 5 });
    expect(made.engines).toEqual(['sharp', 'pikepdf']);
    for (const page of [1, 2]) {
      const { width: wide, height: high } = await drawnPage(file, page, 72);
      const { x, y, width, height } = await findChange(path, page);
      const off = [x - 30 / wide, y - 15 / high, width - 60 / wide, height - 30 / high];
      expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.01);
    }
    for (const read of [outline, links, labels, fields, pageTexts])
      expect(await read(path)).toEqual(await read(file));
  });

  it('fills a box as far as its proportions allow, on rotated pages too', async () => {
    await using made = await stamp({ box: { page: 1, x: 50, y: 100, width: 240, height: 60 } });
    for (const page of [1, 2]) {
      const { width: wide, height: high } = await drawnPage(file, page, 72);
      const { x, y, width, height } = await findChange(made.outputs[0]!.path, page);
      const off = [x - 170 / wide, y - 130 / high, width - 120 / wide, height - 60 / high];
      expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.01);
    }
  });

  it('measures in points, also on pages with a larger user unit', async () => {
    const large = await makePdf(at('large.pdf'), { pages: [{ text: 'plan', unit: 2 }] });
    await using made = await runJob(job, run, [large, picture], { x: 100, y: 40 });
    // The reader that draws the pages takes a unit for a point.
    const change = changedPart(await drawnPage(large, 1), await drawnPage(made.outputs[0]!.path, 1));
    const off = [
      change.x - 65 / 595,
      change.y - 27.5 / 842,
      change.width - 30 / 595,
      change.height - 15 / 842,
    ];
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.01);
  });

  it('stamps a PDF page, scaled and rotated, in a corner of the named pages', async () => {
    const page = await makePdf(at('page.pdf'), { pages: [{ text: 'APPROVED', rotate: 90 }] });
    await using made = await stamp({ pages: '3', position: 'bottom-right', scale: 0.2, rotation: 90 }, page);
    const { path } = made.outputs[0]!;
    expect(difference(await drawnPage(file, 1), await drawnPage(path, 1))).toBe(0);
    const { x, y } = await findChange(path, 3);
    expect(x).toBeGreaterThan(0.75);
    expect(y).toBeGreaterThan(0.75);
    expect((await pageTexts(path))[2]).toContain('APPROVED');
  });

  it('stamps page by page on request, with the last page of the stamp on all that follow', async () => {
    const letter = await makePdf(at('letter.pdf'), {
      pages: [{ text: 'FIRST' }, { text: 'NEXT', rotate: 90 }],
    });
    await using made = await stamp({ stampPages: 'each', pages: '2-5', scale: 0.2 }, letter);
    const texts = await pageTexts(made.outputs[0]!.path);
    const stamps = texts.map(text => /FIRST|NEXT/.exec(text)?.[0]);
    expect(stamps).toEqual([undefined, 'FIRST', 'NEXT', 'NEXT', 'NEXT']);
  });

  it('keeps the lines and the text of an SVG', async () => {
    const drawing = at('stamp.svg');
    await writeFile(
      drawing,
      '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="30"><text y="20">PAID</text></svg>',
    );
    await using made = await stamp({ pages: '1' }, drawing);
    expect((await pageTexts(made.outputs[0]!.path))[0]).toContain('PAID');
    expect(made.engines).toEqual(['sharp', 'librsvg', 'pikepdf']);
  });

  it('tiles the page, and applies the opacity', async () => {
    await using solid = await stamp({ tile: true });
    await using faint = await stamp({ tile: true, opacity: 0.2 });
    const plain = await drawnPage(file, 1);
    const dark = difference(plain, await drawnPage(solid.outputs[0]!.path, 1));
    const light = difference(plain, await drawnPage(faint.outputs[0]!.path, 1));
    expect(dark).toBeGreaterThan(60);
    expect(light / dark).toBeCloseTo(0.2, 1);
    const { width, height } = await findChange(solid.outputs[0]!.path, 1);
    expect([width > 0.9, height > 0.9]).toEqual([true, true]);
  });

  it('refuses an incomplete or ambiguous position', () => {
    const resolve = (options: object) => () =>
      job.resolve({ input: 'pdf', options: { tile: false, ...options } as never });
    expect(resolve({ x: 1 })).toThrow(Refusal);
    expect(resolve({ x: 1, y: 1, position: 'top' })).toThrow(Refusal);
    expect(resolve({ tile: true, position: 'top' })).toThrow(Refusal);
    const box = { page: 1, x: 0, y: 0, width: 10, height: 10 };
    expect(resolve({ box, scale: 2 })).toThrow(Refusal);
    expect(resolve({ box })).not.toThrow();
  });

  it('names the file that cannot be read', async () => {
    const broken = at('broken.pdf');
    await writeFile(broken, '%PDF-1.7\nnothing');
    await expect(stamp({}, broken)).rejects.toMatchObject({
      id: 'file_unreadable',
      part: 'stamp',
      place: 2,
    });
  });
});
