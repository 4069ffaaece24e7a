import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { changedPart, difference, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, links, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;
beforeAll(async () => {
  file = await makePdf(at('sample.pdf'), { ...sample, corner: [30, -40] });
});
const mark = (options: object) => runJob(job, run, file, { text: 'DRAFT', ...options });
const part = async (path: string, page: number) =>
  changedPart(await drawnPage(file, page), await drawnPage(path, page));

describe('pdf-watermark', () => {
  it('spans the middle of every page, rotated ones too, and keeps the rest', async () => {
    await using made = await mark({});
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 5 });
    expect(made.engines).toEqual(['pango', 'pikepdf']);
    for (const page of [1, 2]) {
      const { x, y, width, height } = await part(path, page);
      expect(x).toBeCloseTo(0.5, 1);
      expect(y).toBeCloseTo(0.5, 1);
      expect(Math.max(width, height)).toBeGreaterThan(0.5);
      expect(Math.max(width, height)).toBeLessThan(0.9);
    }
    expect(await outline(path)).toEqual(await outline(file));
    expect(await links(path)).toEqual(await links(file));
    expect((await pageTexts(path))[0]).toContain('page one');
  });

  it('marks only the named pages at the requested position, size and opacity', async () => {
    await using made = await mark({
      pages: '3',
      position: 'top-right',
      angle: 0,
      fontSize: 20,
      opacity: 1,
      color: '#000000',
    });
    const { path } = made.outputs[0]!;
    expect(difference(await drawnPage(file, 1), await drawnPage(path, 1))).toBe(0);
    const { x, y, width } = await part(path, 3);
    expect(x).toBeGreaterThan(0.8);
    expect(y).toBeLessThan(0.1);
    expect(width).toBeLessThan(0.2);
    await using faint = await mark({
      pages: '3',
      position: 'top-right',
      angle: 0,
      fontSize: 20,
      opacity: 0.2,
    });
    const darkness = async (marked: string) =>
      difference(await drawnPage(file, 3), await drawnPage(marked, 3));
    expect(await darkness(faint.outputs[0]!.path)).toBeLessThan((await darkness(path)) / 2);
  });

  it('can be tiled over the page', async () => {
    await using made = await mark({ position: 'tile', pages: '4' });
    const { width, height } = await part(made.outputs[0]!.path, 4);
    expect(Math.min(width, height)).toBeGreaterThan(0.8);
  });

  it.each(['机密', 'سري', 'Привет', '한국어'])('is set in the script of %s', async text => {
    await using made = await mark({ text, angle: 0, pages: '5', opacity: 1, color: '#000000' });
    expect((await pageTexts(made.outputs[0]!.path))[4]!.normalize('NFKC')).toContain(text);
  });

  it('can be placed behind the content', async () => {
    await using made = await mark({ behind: true, pages: '1', opacity: 1, angle: 0, color: '#808080' });
    await check(made.outputs[0]!.path);
    expect((await part(made.outputs[0]!.path, 1)).width).toBeGreaterThan(0.5);
  });
});
