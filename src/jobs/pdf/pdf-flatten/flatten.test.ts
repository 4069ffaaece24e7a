import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, fields, links, pageTexts, qpdfJson } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const annotations = async (path: string) =>
  Object.values(
    ((await qpdfJson(path, 'qpdf')) as unknown as { qpdf: [unknown, Record<string, never>] }).qpdf[1],
  )
    .map(object => (object as { value?: Record<string, string> }).value?.['/Subtype'])
    .filter(kind => ['/Widget', '/Link', '/FreeText'].includes(kind ?? ''));

describe('pdf-flatten', () => {
  it('draws fields into their pages and keeps links', async () => {
    const file = await makePdf(at('sample.pdf'), sample);
    await using made = await runJob(job, run, file);
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(await fields(path)).toEqual({});
    expect(await annotations(path)).not.toContain('/Widget');
    expect((await pageTexts(path))[2]).toContain('tres');
    expect(await links(path)).toEqual(await links(file));
    expect(metadata).toEqual({ pages: 5, flattened: 3 });
  });

  it('leaves fields alone when only annotations are wanted, and the other way round', async () => {
    const file = await makePdf(at('both.pdf'), {
      pages: [{ text: 'page', fields: [{ name: 'f', value: 'v' }] }],
    });
    const marked = (await readFile(file, 'latin1')).replace(
      '/Subtype /Widget',
      '/Subtype /FreeText /Contents (note) /Old /Widgt',
    );
    await writeFile(at('note.pdf'), marked, 'latin1');
    await using one = await runJob(job, run, file, { fields: false });
    expect(await fields(one.outputs[0]!.path)).toEqual({ f: { value: 'v', page: 1 } });
    await using other = await runJob(job, run, at('note.pdf'), { annotations: false });
    expect(await annotations(other.outputs[0]!.path)).toEqual(['/FreeText']);
    await using both = await runJob(job, run, at('note.pdf'));
    expect(await annotations(both.outputs[0]!.path)).toEqual([]);
  });

  it.skipIf(!hasCorpus)("shows a real form's values", async () => {
    await using made = await runJob(job, run, corpusFile('pdf/qpdf__form-filled-by-acrobat.pdf'));
    const { path } = made.outputs[0]!;
    expect(await annotations(path)).toEqual([]);
    expect((await pageTexts(path)).join()).toContain('potato');
  });
});
