import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
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

  it('flattens only annotations, or only fields, on request', async () => {
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

  it('draws annotations without an appearance, and keeps those it cannot draw', async () => {
    const objects = new PdfObjects();
    const [catalog, tree] = [objects.reserve(), objects.reserve()];
    const mark = (kind: string, rect: string, more: string) =>
      `<< /Type /Annot /Subtype /${kind} /F 4 /Rect [${rect}] ${more} >>`;
    const marks = [
      mark('Square', '10 10 60 60', '/C [1 0 0] /IC [0 1 0] /BS << /W 4 >>'),
      mark('Circle', '70 10 120 60', '/C [0 0 1] /IC [0 0 1]'),
      mark('Highlight', '10 80 60 100', '/C [1 1 0] /QuadPoints [10 100 60 100 10 80 60 80]'),
      mark('Ink', '100 100 190 190', '/C [1 0 1] /BS << /W 6 >> /InkList [[110 110 180 180]]'),
      mark('Text', '150 10 170 30', '/Contents (a note)'),
    ];
    const page = objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] /Annots [${marks.join(' ')}] >>`,
    );
    objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
    objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
    await writeFile(at('marks.pdf'), objects.file(`/Root ${catalog} 0 R`));
    await using made = await runJob(job, run, at('marks.pdf'));
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 1, flattened: 4 });
    expect(JSON.stringify(await qpdfJson(path, 'qpdf'))).toContain('a note');
    const png = execFileSync('pdftoppm', ['-r', '72', '-png', '-singlefile', '-hide-annotations', path]);
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const shown = (x: number, y: number) => [
      ...data.subarray(((199 - y) * info.width + x) * 3, ((199 - y) * info.width + x) * 3 + 3),
    ];
    expect(shown(12, 30)).toEqual([255, 0, 0]);
    expect(shown(35, 35)).toEqual([0, 255, 0]);
    expect(shown(95, 35)).toEqual([0, 0, 255]);
    expect(shown(72, 58)).toEqual([255, 255, 255]);
    expect(shown(30, 90)).toEqual([255, 255, 0]);
    expect(shown(145, 145)).toEqual([255, 0, 255]);
  });

  it('shows the values of a real form', async () => {
    await using made = await runJob(
      job,
      run,
      realFile('pdf/qpdf__form-filled-by-acrobat.pdf', 'pdf/filled.pdf'),
    );
    const { path } = made.outputs[0]!;
    expect(await annotations(path)).toEqual([]);
    expect((await pageTexts(path)).join()).toContain('potato');
  });
});
