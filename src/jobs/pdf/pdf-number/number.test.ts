import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { changedPart, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, pageTexts } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;
beforeAll(async () => {
  file = await makePdf(at('file.pdf'), {
    pages: [
      { text: 'one' },
      { text: 'two', rotate: 90 },
      { text: 'three', rotate: 180 },
      { text: 'four', rotate: 270 },
    ],
    corner: [100, 50],
  });
});
const lastLine = (texts: string[]) => texts.map(text => text.split('\n').at(-1)!.trim());

describe('pdf-number', () => {
  it('numbers every page at the bottom', async () => {
    await using made = await runJob(job, run, file);
    const { path } = made.outputs[0]!;
    await check(path);
    expect(lastLine(await pageTexts(path))[0]).toBe('1');
    for (const page of [1, 2, 3, 4]) {
      const { x, y, height } = changedPart(await drawnPage(file, page), await drawnPage(path, page));
      expect(x).toBeCloseTo(0.5, 1);
      expect(y).toBeGreaterThan(0.9);
      expect(height).toBeLessThan(0.05);
    }
  });

  it('applies the requested start, pages and format', async () => {
    await using made = await runJob(job, run, file, {
      pages: '2-',
      start: 9,
      format: '第 {n} 页 / {total}',
      position: 'top-left',
      fontSize: 16,
    });
    const { path } = made.outputs[0]!;
    const texts = await pageTexts(path);
    expect(texts[0]).toBe('one');
    expect(texts[1]).toContain('第 9 页 / 11');
    expect(texts[3]).toContain('第 11 页 / 11');
    for (const page of [2, 3, 4]) {
      const { x, y } = changedPart(await drawnPage(file, page), await drawnPage(path, page));
      expect(x).toBeLessThan(0.3);
      expect(y).toBeLessThan(0.15);
    }
  });

  it('numbers in the middle of an edge', async () => {
    await using made = await runJob(job, run, file, { position: 'right', pages: '1-2' });
    for (const page of [1, 2]) {
      const { x, y } = changedPart(await drawnPage(file, page), await drawnPage(made.outputs[0]!.path, page));
      expect(x).toBeGreaterThan(0.9);
      expect(y).toBeCloseTo(0.5, 1);
    }
  });

  it('fails for a page that does not exist', async () => {
    await expect(runJob(job, run, file, { pages: '5' })).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });
});
