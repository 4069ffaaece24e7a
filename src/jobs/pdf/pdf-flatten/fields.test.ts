import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects, text } from '../testing/pdf-objects.ts';
import { check } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

/** A page of 300 by 300 with these annotations, each written out; those with a field type are the form's. */
async function page(name: string, annotations: string[], form = ''): Promise<string> {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const look = objects.stream('/Type /XObject /Subtype /Form /BBox [0 0 20 20]', '1 0 0 rg 0 0 20 20 re f');
  const ids = annotations.map(entries =>
    objects.add(`<< /Type /Annot /F 4 ${entries.replace('LOOK', `${look} 0 R`)} >>`),
  );
  const list = ids.map(id => `${id} 0 R`).join(' ');
  const one = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 300] /Annots [${list}] /Resources << >> >>`,
  );
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const fields = ids.filter((_, index) => annotations[index]!.includes('/FT')).map(id => `${id} 0 R`);
  objects.set(tree, `<< /Type /Pages /Kids [${one} 0 R] /Count 1 >>`);
  objects.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /AcroForm << /Fields [${fields.join(' ')}] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv ${font} >> >> ${form} >> >>`,
  );
  await writeFile(at(name), objects.file(`/Root ${catalog} 0 R`));
  return at(name);
}
const field = (kind: string, rect: string, more: string) =>
  `/Subtype /Widget /FT /${kind} /T (f${rect}) /Rect [${rect}] ${more}`;
const words = (path: string) =>
  [
    ...execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' }).matchAll(
      /<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*?)<\/word>/g,
    ),
  ].map(([, x0, y0, x1, y1, word]) => ({ word, x0: +x0!, top: +y0!, x1: +x1!, height: +y1! - +y0! }));
async function pixels(path: string) {
  const png = execFileSync('pdftoppm', ['-r', '72', '-png', '-singlefile', '-hide-annotations', path]);
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => [
    ...data.subarray(((299 - y) * 300 + x) * 3, ((299 - y) * 300 + x) * 3 + 3),
  ];
}

describe('pdf-flatten of fields without appearances', () => {
  it('draws values at a fitting size, in any script, wrapped, in comb cells, chosen and ticked', async () => {
    const file = await page('values.pdf', [
      field('Tx', '10 240 290 290', '/V (Large)'),
      field('Tx', '10 200 290 220', `/DA (/Helv 12 Tf 0 0 1 rg) /V ${text('Łódź Привет 你好')}`),
      field('Tx', '10 100 110 180', '/DA (/Helv 10 Tf 0 g) /Ff 4096 /V (one two three four five six seven)'),
      field('Tx', '120 160 290 180', '/DA (/Helv 10 Tf 0 g) /Ff 16777216 /MaxLen 5 /V (XYZ)'),
      field(
        'Ch',
        '120 120 290 140',
        '/DA (/Helv 10 Tf 0 g) /Ff 131072 /Opt [[(de) (Germany)] [(fr) (France)]] /V (fr)',
      ),
      field('Btn', '10 40 40 70', '/V /Yes /MK << /CA (n) /BC [1 0 0] /BG [0 1 0] >> /BS << /W 4 >>'),
      field('Tx', '60 40 290 70', '/Q 2 /DA (/Helv 10 Tf 0 g) /V (right)'),
    ]);
    await using made = await runJob(job, run, file);
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 1, flattened: 7 });
    const found = words(path);
    const place = (word: string) => found.find(item => item.word === word)!;
    expect(found.map(item => item.word).join(' ')).toMatch(
      /^Large .*Łódź Привет 你好.*one two three .*four five six seven/,
    );
    expect(place('Large').height).toBeGreaterThan(25);
    expect(place('seven').top).toBeGreaterThan(place('one').top + 5);
    // The middles of cells, each 34 points wide.
    expect(['X', 'Y', 'Z'].map(letter => Math.round((place(letter).x0 + place(letter).x1) / 2))).toEqual([
      137, 171, 205,
    ]);
    expect(place('France').x0).toBeLessThan(125);
    expect(place('right').x1).toBeGreaterThan(280);
    const shown = await pixels(path);
    expect([shown(11, 55), shown(16, 44), shown(25, 55)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 0],
    ]);
  });

  it('replaces an outdated value in an appearance and keeps what surrounds it', async () => {
    const objects = new PdfObjects();
    const [catalog, tree] = [objects.reserve(), objects.reserve()];
    const look = objects.stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources << >>',
      '0 1 0 rg 0 0 200 30 re f /Tx BMC q BT /Helv 10 Tf (old) Tj ET Q EMC',
    );
    const widget = objects.add(
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [10 10 210 40] /DA (/Helv 12 Tf 0 g) /V (new) /AP << /N ${look} 0 R >> >>`,
    );
    const one = objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 300] /Annots [${widget} 0 R] >>`,
    );
    objects.set(tree, `<< /Type /Pages /Kids [${one} 0 R] /Count 1 >>`);
    objects.set(
      catalog,
      `<< /Type /Catalog /Pages ${tree} 0 R /AcroForm << /Fields [${widget} 0 R] /NeedAppearances true >> >>`,
    );
    await writeFile(at('stale.pdf'), objects.file(`/Root ${catalog} 0 R`));
    await using made = await runJob(job, run, at('stale.pdf'));
    const { path } = made.outputs[0]!;
    expect(words(path).map(item => item.word)).toEqual(['new']);
    expect((await pixels(path))(200, 20)).toEqual([0, 255, 0]);
  });

  it('draws a single appearance whatever the state, and annotations drawn outside their rectangle', async () => {
    const file = await page('marks.pdf', [
      field('Btn', '10 10 30 30', '/AS /On /V /On /AP << /N LOOK >>'),
      '/Subtype /Line /Rect [200 200 210 210] /C [0 0 1] /BS << /W 6 >> /L [50 100 150 100]',
    ]);
    await using made = await runJob(job, run, file);
    const shown = await pixels(made.outputs[0]!.path);
    expect([shown(20, 20), shown(100, 100)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('refuses a form whose pages are drawn from XFA, which would be lost', async () => {
    const file = await page(
      'xfa.pdf',
      [field('Tx', '10 10 90 30', '/V (x)')],
      '/XFA (x) >> /NeedsRendering true /X <<',
    );
    await expect(runJob(job, run, file, {})).rejects.toMatchObject({ id: 'xfa_unsupported' });
  });
});
