import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, outline, pageTexts } from '../testing/read-pdf.ts';
import { mergeable } from './accepted.ts';
import { findConverter } from './convert-input.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

describe('pdf-merge of other formats', () => {
  it('has a converter to PDF for each accepted format', async () => {
    for (const format of mergeable)
      if (format !== 'pdf') expect((await findConverter(format))?.id, format).toMatch(/-convert$/);
  });

  it('joins pictures and texts with PDFs in order, each with a bookmark', async () => {
    const file = await makePdf(at('first.pdf'), { pages: [{ text: 'one' }, { text: 'two' }] });
    const grey = { create: { width: 300, height: 100, channels: 3 as const, background: '#888' } };
    await sharp(grey).png().toFile(at('wide.png'));
    await writeFile(at('note.txt'), 'a plain note');
    const files = [file, at('wide.png'), at('note.txt')];
    await using made = await runJob(job, run, files, { pageSize: 'a5', margin: 20 });
    const { path, metadata, filename } = made.outputs[0]!;
    // Each conversion has as much time as a job, however many small files there are.
    expect(made.announced.filter(({ convertedFile }) => convertedFile === 1)).toHaveLength(2);
    await check(path);
    expect(filename).toBe('first-merged.pdf');
    expect(metadata).toMatchObject({ pages: 4, sources: 3 });
    expect((await outline(path)).map(({ title, page }) => [title, page])).toEqual([
      ['first.pdf', 1],
      ['wide.png', 3],
      ['note.txt', 4],
    ]);
    expect((await pageTexts(path)).map(text => text.trim())).toEqual(['one', 'two', '', 'a plain note']);
    // The picture is on an A5 sheet in its own orientation.
    const info = execFileSync('pdfinfo', ['-f', '3', '-l', '3', path], { encoding: 'utf8' });
    expect(info).toMatch(/Page +3 size: +595\.\d+ x 419\.\d+/);
  });

  it('names the file that cannot be read', async () => {
    await writeFile(at('broken.png'), 'no picture');
    const file = await makePdf(at('sound.pdf'), { pages: [{ text: 'one' }] });
    await expect(runJob(job, run, [file, at('broken.png')])).rejects.toMatchObject({
      id: 'file_unreadable',
      place: 2,
    });
  });
});
