import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf, pdfBytes } from '../testing/make-pdf.ts';
import { check, pageTexts, qpdfJson } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const made = { pages: [{ text: 'first' }, { text: 'second' }] };
const damaged = async (name: string, change: (text: string) => string) => {
  const path = at(name);
  await writeFile(path, change(pdfBytes(made).toString('latin1')), 'latin1');
  return path;
};

/** The different boxes that pages have. */
async function boxes(path: string): Promise<object[]> {
  const { qpdf } = (await qpdfJson(path, 'qpdf')) as unknown as {
    qpdf: [unknown, Record<string, { value?: Record<string, unknown> }>];
  };
  const found = Object.values(qpdf[1]).flatMap(({ value }) =>
    value?.['/Type'] === '/Page'
      ? [Object.fromEntries(Object.entries(value).filter(([key]) => key.endsWith('Box')))]
      : [],
  );
  return [...new Set(found.map(each => JSON.stringify(each)))].map(each => JSON.parse(each));
}

describe('pdf-repair', () => {
  it('reports if there was nothing to repair', async () => {
    await using result = await runJob(job, run, await makePdf(at('sound.pdf'), made));
    expect(result.outputs[0]!.metadata).toEqual({ pages: 2, repaired: false });
  });

  it('keeps JPEGs as they are, without decoding them', async () => {
    const picture = { width: 4, height: 4, shown: [40, 40] as [number, number] };
    const pages = [{ text: 'first' }];
    const unreadable = await makePdf(at('jpeg.pdf'), {
      pages,
      picture: { ...picture, jpeg: Buffer.from('bytes of a picture') },
    });
    await using kept = await runJob(job, run, unreadable);
    expect(kept.outputs[0]!.metadata).toEqual({ pages: 1, repaired: false });
    const bytes = await readFile(kept.outputs[0]!.path, 'latin1');
    expect(bytes).toContain('/DCTDecode');
    expect(bytes).toContain('bytes of a picture');
  });

  it.each([
    ['a wrong cross-reference table', (text: string) => text.replace(/\n0000000\d/g, '\n0000009')],
    ['a missing end', (text: string) => text.replace(/startxref[\s\S]*/, '')],
    ['missing pages', (text: string) => text.replace(/\/Kids \[/, '/Kids [99 0 R ')],
    [
      'a trailer without an object count',
      (text: string) => text.replace(/xref\n0[\s\S]*trailer/, 'trailer').replace(/\/Size \d+/, ''),
    ],
    ['a wrong count of pages', (text: string) => text.replace('/Count 2', '/Count 9')],
    ['missing content', (text: string) => text.replace('/Contents 6 0 R', '/Contents [6 0 R 98 0 R null]')],
    ['junk before the header', (text: string) => `junk\n${text}`],
  ])('repairs %s', async (name, change) => {
    await using result = await runJob(job, run, await damaged(`${name}.pdf`, change));
    const { path, metadata } = result.outputs[0]!;
    await check(path);
    expect(await pageTexts(path)).toEqual(['first', 'second']);
    expect(metadata).toMatchObject({ pages: 2 });
    if (!name.startsWith('junk')) expect(metadata).toMatchObject({ repaired: true });
  });

  it('gives pages without a size one, and removes empty crop boxes', async () => {
    const sizeless = await damaged('sizeless.pdf', text => text.replace('/MediaBox', '/NoSuchBo'));
    await using sized = await runJob(job, run, sizeless);
    expect(sized.outputs[0]!.metadata).toMatchObject({ repaired: true });
    expect(await boxes(sized.outputs[0]!.path)).toEqual([{ '/MediaBox': [0, 0, 612, 792] }]);
    const unseen = await damaged('unseen.pdf', text =>
      text.replace('/Count 2', '/Count 2 /CropBox [9 9 9 9]'),
    );
    await using seen = await runJob(job, run, unseen);
    expect((await boxes(seen.outputs[0]!.path)).map(Object.keys)).toEqual([['/MediaBox']]);
  });

  it('recovers files that only Ghostscript can read', async () => {
    const file = await damaged('no-trailer.pdf', text => text.replace(/xref\n[\s\S]*/, ''));
    await using result = await runJob(job, run, file);
    expect(result.engines).toEqual(['ghostscript', 'pikepdf']);
    expect(await pageTexts(result.outputs[0]!.path)).toEqual(['first', 'second']);
    expect(result.outputs[0]!.metadata).toEqual({ pages: 2, repaired: true });
  });

  it('recovers the remaining pages of a file truncated before its page tree', async () => {
    const file = await damaged('cut.pdf', text => {
      // The page tree last, as many programs write it.
      const [tree] = /2 0 obj[\s\S]*?endobj\n/.exec(text)!;
      const whole = text.replace(tree, '').replace('xref\n0', `${tree}xref\n0`);
      return whole.slice(0, whole.indexOf('2 0 obj'));
    });
    await using result = await runJob(job, run, file);
    const { path, metadata } = result.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 2, repaired: true });
    expect(result.engines).toEqual(['pikepdf']);
  });

  it('fails for a file that is not a PDF', async () => {
    await expect(
      runJob(job, run, await damaged('nothing.pdf', () => '%PDF-1.7\nnothing')),
    ).rejects.toMatchObject({
      reason: 'unreadable_input',
    });
  });
});
