import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { measureSkew } from '../../image/scans/skew.ts';
import { job as cropJob } from '../pdf-crop/job.ts';
import { run as crop } from '../pdf-crop/run.ts';
import { drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, fields, labels, links, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const sizes = (path: string) =>
  [
    ...execFileSync('pdfinfo', ['-f', '1', '-l', '99', path], { encoding: 'utf8' }).matchAll(
      /Page +\d+ size: +([\d.]+) x ([\d.]+)/g,
    ),
  ].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);

/** The words of a document, with their places on their pages as shown. */
const words = (path: string) =>
  execFileSync('pdftotext', ['-bbox', '-cropbox', path, '-'], { encoding: 'utf8' })
    .split('<page ')
    .slice(1)
    .map(page =>
      [...page.matchAll(/xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*?)<\/word>/g)].map(
        ([, x0, y0, x1, y1, word]) => ({ word, x0: +x0!, y0: +y0!, x1: +x1!, y1: +y1! }),
      ),
    );

let eight: string;
let file: string;
beforeAll(async () => {
  file = await makePdf(at('sample.pdf'), sample);
  eight = await makePdf(at('eight.pdf'), {
    pages: Array.from({ length: 7 }, (_, index) => ({ text: `page${index + 1}` })),
  });
});

describe('pdf-layout', () => {
  it('puts pages on sheets in reading order', async () => {
    await using made = await runJob(job, run, eight, { perSheet: 4, pageSize: 'a4', gap: 10 });
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 2 });
    expect(sizes(path)).toEqual([
      [595, 842],
      [595, 842],
    ]);
    const [one, two, three, four] = words(path)[0]!;
    expect([one, two, three, four].map(item => item!.word)).toEqual(['page1', 'page2', 'page3', 'page4']);
    expect(two!.x0).toBeGreaterThan(one!.x0 + 250);
    expect(two!.y0).toBeCloseTo(one!.y0, 0);
    expect(three!.x0).toBeCloseTo(one!.x0, 0);
    expect(three!.y0).toBeGreaterThan(one!.y0 + 350);
    expect(
      words(path)[1]!
        .map(({ word }) => word)
        .sort(),
    ).toEqual(['page5', 'page6', 'page7']);
  });

  it('orders the pages of a booklet for folding', async () => {
    await using made = await runJob(job, run, eight, { mode: 'booklet', pageSize: 'a4' });
    const { path } = made.outputs[0]!;
    expect(sizes(path)).toEqual(Array(4).fill([842, 595]));
    expect(words(path).map(page => page.map(({ word }) => word))).toEqual([
      ['page1'],
      ['page2', 'page7'],
      ['page6', 'page3'],
      ['page4', 'page5'],
    ]);
    expect(words(path)[0]![0]!.x0).toBeGreaterThan(421);
  });

  it('keeps bookmarks and links on sheets, and field values as text', async () => {
    await using made = await runJob(job, run, file, { perSheet: 2 });
    const { path } = made.outputs[0]!;
    await check(path);
    const sheetOf = (page: number | null) => page && Math.ceil(page / 2);
    const flat = (items: Awaited<ReturnType<typeof outline>>): [string, number | null][] =>
      items.flatMap(item => [[item.title, item.page] as [string, number | null], ...flat(item.children)]);
    expect(flat(await outline(path))).toEqual(
      flat(await outline(file)).map(([title, page]) => [title, sheetOf(page)]),
    );
    expect((await links(path)).length).toBe((await links(file)).length);
    expect((await pageTexts(path)).join(' ')).toContain('tres');
  });

  it('fits pages to the paper size, and keeps fields, labels, bookmarks and rotation', async () => {
    await using made = await runJob(job, run, file, { mode: 'resize', pageSize: 'a5', margin: 10 });
    const { path } = made.outputs[0]!;
    await check(path);
    for (const [width, height] of sizes(path))
      expect([width! * height!, Math.min(width!, height!)]).toEqual([420 * 595, 420]);
    for (const read of [pageTexts, fields, labels, outline])
      expect(await read(path)).toEqual(await read(file));
  });
});

describe('pdf-layout upright', () => {
  it('rotates pages by the direction of their text, and leaves upright ones', async () => {
    const text = 'enough words to tell the direction';
    const straight = await makePdf(at('straight.pdf'), { pages: [{ text }, { text }, { text }] });
    execFileSync('qpdf', ['--rotate=+90:2', '--rotate=+180:3', straight, at('turned.pdf')]);
    await using made = await runJob(job, run, at('turned.pdf'), { mode: 'upright' });
    const { path, metadata } = made.outputs[0]!;
    expect(metadata).toEqual({ pages: 3, turned: 2, straightened: 0 });
    expect(sizes(path)).toEqual(sizes(straight));
    expect(
      [
        ...execFileSync('pdfinfo', ['-f', '1', '-l', '3', path], { encoding: 'utf8' }).matchAll(
          /rot: +(\d+)/g,
        ),
      ].map(([, turn]) => turn),
    ).toEqual(['0', '0', '0']);
  });

  it.each(runsAll ? [0.4, -3, 5] : [-3])(
    'deskews a scan tilted by %d degrees, on its side too',
    async slant => {
      const lines = Array.from(
        { length: 24 },
        (_, line) =>
          `<text x="60" y="${90 + 36 * line}">Line ${line + 1} of a letter that was put crookedly on the glass.</text>`,
      );
      const [width, height] = [827, 1169];
      const letter = `<svg width="${width}" height="${height}" font-size="22" font-family="serif">${lines.join('')}</svg>`;
      const jpeg = await sharp(Buffer.from(letter))
        .flatten({ background: '#fff' })
        .rotate(slant, { background: '#fff' })
        .resize(width, height, { fit: 'cover' })
        .jpeg({ quality: 90 })
        .toBuffer();
      const size: [number, number] = [595, 842];
      const scan = await makePdf(at('scan.pdf'), {
        size,
        pages: [{ text: '' }],
        picture: { width, height, jpeg, shown: size },
      });
      execFileSync('qpdf', ['--rotate=+90:1', scan, at('onside.pdf')]);
      execFileSync('qpdf', ['--empty', '--pages', scan, at('onside.pdf'), '--', at('scans.pdf')]);
      await using straight = await runJob(job, run, at('scans.pdf'), { mode: 'upright' });
      const { path, metadata } = straight.outputs[0]!;
      await check(path);
      expect(metadata).toMatchObject({ pages: 2, turned: 1, straightened: 2 });
      for (const page of [1, 2]) {
        const { grey, ...measures } = await drawnPage(path, page, 100);
        expect(Math.abs(measureSkew({ ...measures, data: grey }).angle)).toBeLessThan(0.2);
      }
    },
  );
});

describe('pdf-crop', () => {
  it('crops to a box on the page as displayed', async () => {
    const box = { page: 1, x: 50, y: 20, width: 300, height: 200 };
    await using made = await runJob(cropJob, crop, file, { box });
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 5, cropped: 5 });
    const shown = sizes(path);
    expect(shown[0]).toEqual([300, 200]);
    // A rotated page is cropped as displayed.
    expect(shown[1]).toEqual([200, 300]);
    for (const read of [fields, labels, outline, links]) expect(await read(path)).toEqual(await read(file));
  });

  it('crops to the content with a margin', async () => {
    await using made = await runJob(cropJob, crop, eight, { content: true, margin: 10, pages: '1' });
    const { path } = made.outputs[0]!;
    const [first, second] = sizes(path);
    const [word] = words(path)[0]!;
    expect(first![0]).toBeGreaterThan(word!.x1 - word!.x0 + 12);
    expect(first![0]).toBeLessThan(word!.x1 - word!.x0 + 25);
    expect(word!.x0).toBeCloseTo(10, -1);
    expect(second).toEqual(sizes(eight)[1]);
  });

  it('refuses a box outside the page', async () => {
    const box = { page: 1, x: 5000, y: 20, width: 300, height: 200 };
    await expect(runJob(cropJob, crop, file, { box })).rejects.toMatchObject({ id: 'box_outside' });
  });
});
