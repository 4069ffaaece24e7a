import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import { openDocument } from '../../../engines/pdfium/engine.ts';
import { drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { readDrawnByPdfJs } from '../testing/pdf-js.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { check, pageTexts, qpdfJson } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

/** A form with every kind of field, without any looks, or with a field of the same name that is turned by its look. */
function makeForm(more = '', turned = ''): Buffer {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const widget = (rect: string, entries: string, turn = 0) =>
    objects.add(
      `<< /Type /Annot /Subtype /Widget /F 4 /Rect [${rect}] /MK << /BC [0 0 0] /R ${turn} >> ${entries} >>`,
    );
  const look = turned && objects.stream('/Type /XObject /Subtype /Form /BBox [0 0 20 160]', turned);
  const named = [
    turned
      ? widget('70 10 90 170', `/FT /Tx /T (name) /AP << /N ${look} 0 R >>`, 90)
      : widget('10 260 290 280', '/FT /Tx /T (name)'),
    widget('10 180 140 250', '/FT /Tx /T (note) /Ff 4096 /DA (/Helv 10 Tf 0 g)'),
    widget('150 220 290 240', '/FT /Tx /T (code) /Ff 16777216 /MaxLen 5'),
    widget('10 150 30 170', '/FT /Btn /T (agreed)'),
    widget('150 190 290 210', '/FT /Ch /Ff 131072 /T (country) /Opt [[(de) (Germany)] [(fr) (France)]]'),
    widget('150 120 290 180', '/FT /Ch /Ff 2097152 /T (colours) /Opt [(red) (green) (blue)]'),
    widget('10 20 60 40', '/FT /Btn /Ff 65536 /T (push)'),
  ];
  const radio = objects.reserve();
  const kids = ['10 120 30 140', '40 120 60 140'].map(rect => widget(rect, `/Parent ${radio} 0 R`));
  objects.set(
    radio,
    `<< /FT /Btn /Ff 32768 /T (size) /Opt [(small) (large)] /Kids [${kids.map(id => `${id} 0 R`).join(' ')}] >>`,
  );
  const references = (ids: number[]) => ids.map(id => `${id} 0 R`).join(' ');
  const page = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 300] /Annots [${references([...named, ...kids])}] >>`,
  );
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  objects.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /AcroForm << /Fields [${references([...named, radio])}] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv ${font} >> >> ${more} >> >>`,
  );
  return objects.file(`/Root ${catalog} 0 R`);
}

const values = {
  name: 'Łódź 你好',
  note: 'first line\nand a second that must be broken',
  code: 'AБC',
  agreed: true,
  country: 'France',
  colours: ['red', 'blue'],
  size: 'large',
};

beforeAll(async () => {
  await writeFile(at('form.pdf'), makeForm());
});

const listed = async (file: string) => {
  await using made = await runJob(job, run, file, { action: 'list' });
  return JSON.parse(await readFile(made.outputs[0]!.path, 'utf8')).fields as Record<string, unknown>[];
};

/** Returns the share of dark pixels in a box of the page, as PDFium and Poppler draw it. */
async function measureInk(
  path: string,
  [left, top, right, bottom]: readonly [number, number, number, number],
) {
  const document = await openDocument(await readFile(path));
  const { data } = document.render(0, 300, 300);
  document.close();
  const { grey } = await drawnPage(path, 1, 72);
  const count = (isDark: (at: number) => boolean) => {
    let dark = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) dark += Number(isDark(y * 300 + x));
    return dark / ((right - left) * (bottom - top));
  };
  return [count(at => data[at * 3]! < 128), count(at => grey[at]! < 128)];
}

describe('pdf-form', () => {
  it('lists fields with their types, choices and positions', async () => {
    const fields = await listed(at('form.pdf'));
    expect(fields.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'name: text',
      'note: text',
      'code: text',
      'agreed: checkbox',
      'country: dropdown',
      'colours: list',
      'push: button',
      'size: radio',
    ]);
    expect(fields[0]!.boxes).toEqual([{ page: 1, x: 10, y: 20, width: 280, height: 20 }]);
    expect(fields[2]).toMatchObject({ maxLength: 5, comb: true });
    expect(fields[4]!.choices).toEqual([
      { value: 'de', label: 'Germany' },
      { value: 'fr', label: 'France' },
    ]);
    expect(fields[5]).toMatchObject({ multiple: true });
    expect(fields[7]!.choices).toEqual([{ value: 'small' }, { value: 'large' }]);
  });

  it('renames, unlocks and removes fields, and keeps their values', async () => {
    const edit = (file: string, ...fields: object[]) => runJob(job, run, file, { action: 'edit', fields });
    await using locked = await edit(at('form.pdf'), { name: '*', readOnly: true, required: true });
    const before = await listed(locked.outputs[0]!.path);
    expect(before.every(({ readOnly, required }) => readOnly && required)).toBe(true);
    await using made = await edit(
      locked.outputs[0]!.path,
      { name: '*', readOnly: false },
      { name: 'name', rename: 'full name', label: 'Ваше имя', required: false },
      { name: 'size', remove: true },
      { name: 'push', remove: true },
    );
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 1, changed: 11 });
    const after = await listed(path);
    expect(after.map(({ name }) => name)).toEqual([
      'full name',
      'note',
      'code',
      'agreed',
      'country',
      'colours',
    ]);
    expect(after[0]).toMatchObject({ label: 'Ваше имя', readOnly: false, required: false, type: 'text' });
    expect(after[2]).toMatchObject({ maxLength: 5, comb: true, readOnly: false, required: true });
    for (const [change, id] of [
      [{ name: 'name', rename: 'note' }, 'field_name_taken'],
      [{ name: 'fax', remove: true }, 'field_missing'],
    ] as const)
      await expect(edit(at('form.pdf'), change)).rejects.toMatchObject({ id });
    const refuse = (options: object) => () =>
      job.resolve({ input: 'pdf', options: { action: 'edit', flatten: false, ...options } as never });
    expect(refuse({})).toThrow('is required');
    expect(refuse({ fields: [{ name: '*', rename: 'all' }] })).toThrow('one name');
    expect(refuse({ fields: [{ name: 'fax', remove: true, label: 'Fax' }] })).toThrow('as well');
  });

  it('fills every type of field in any script, and updates appearances', async () => {
    await using made = await runJob(job, run, at('form.pdf'), { action: 'fill', values });
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 1, filled: 7 });
    expect((await listed(path)).map(({ value }) => value)).toEqual([
      values.name,
      values.note,
      values.code,
      true,
      'fr',
      values.colours,
      null,
      'large',
    ]);
    const [text] = await pageTexts(path);
    for (const shown of ['Łódź', '你好', 'first line', 'broken', 'A', 'Б', 'France', 'green'])
      expect(text).toContain(shown);
    expect(text).not.toContain('Germany');
    // The tick is a 4 in ZapfDingbats and the dot an l.
    expect(await readDrawnByPdfJs(path)).toMatch(/^Łódź 你好first line.*brokenAБC4France.*bluel$/);
  });

  it('shows ticks and dots in both renderers, and only where they belong', async () => {
    await using made = await runJob(job, run, at('form.pdf'), { action: 'fill', values });
    const { path } = made.outputs[0]!;
    const inner = {
      agreed: [15, 135, 25, 145],
      small: [15, 165, 25, 175],
      large: [45, 165, 55, 175],
    } as const;
    for (const ink of await measureInk(path, inner.agreed)) expect(ink).toBeGreaterThan(0.1);
    for (const ink of await measureInk(path, inner.large)) expect(ink).toBeGreaterThan(0.1);
    for (const ink of await measureInk(path, inner.small)) expect(ink).toBe(0);
    await using off = await runJob(job, run, path, {
      action: 'fill',
      values: { agreed: 'no', size: null },
    });
    for (const box of Object.values(inner))
      for (const ink of await measureInk(off.outputs[0]!.path, box)) expect(ink).toBe(0);
  });

  it('draws the tick of a checkbox with empty appearance dictionaries, as LaTeX writes them', async () => {
    const empty = '/T (agreed) /AP << /N << /Yes << >> /Off << >> >> >>';
    const latex = makeForm().toString('latin1').replace('/T (agreed)', empty);
    await writeFile(at('latex.pdf'), latex, 'latin1');
    await writeFile(at('ticked.pdf'), latex.replace(empty, `${empty} /AS /Yes /V /Yes`), 'latin1');
    const agreed = [15, 135, 25, 145] as const;
    await using made = await runJob(job, run, at('latex.pdf'), { action: 'fill', values: { agreed: true } });
    const { path } = made.outputs[0]!;
    for (const ink of await measureInk(path, agreed)) expect(ink).toBeGreaterThan(0.1);
    expect(await readDrawnByPdfJs(path)).toBe('4');
    const flat = { action: 'fill', values: { name: 'Ada' }, flatten: true };
    await using flattened = await runJob(job, run, at('ticked.pdf'), flat);
    for (const ink of await measureInk(flattened.outputs[0]!.path, agreed)) expect(ink).toBeGreaterThan(0.1);
    await using unticked = await runJob(job, run, at('latex.pdf'), flat);
    // The outline of the empty box is at its edge, and its inside is empty.
    for (const ink of await measureInk(unticked.outputs[0]!.path, [9, 129, 31, 151]))
      expect(ink).toBeGreaterThan(0.1);
    for (const ink of await measureInk(unticked.outputs[0]!.path, agreed)) expect(ink).toBe(0);
    await using off = await runJob(job, run, path, { action: 'fill', values: { agreed: false } });
    for (const ink of await measureInk(off.outputs[0]!.path, agreed)) expect(ink).toBe(0);
  });

  it('shows the whole value in a field whose look turns its text, as pdf-lib writes them', async () => {
    const look = '1 0 0 1 20 0 cm 0 1 -1 0 0 0 cm q 0 0 160 20 re W n /Tx BMC BT ET EMC Q';
    await writeFile(at('turned.pdf'), makeForm('', look));
    await using made = await runJob(job, run, at('turned.pdf'), {
      action: 'fill',
      values: { name: 'from bottom to top' },
    });
    const { path } = made.outputs[0]!;
    const [words] = await pageTexts(path);
    expect(words!.replaceAll(/\s+/g, ' ')).toContain('from bottom to top');
    expect(made.warnings).toEqual([]);
    // The letters are in the lower half of the field, where its text begins.
    for (const ink of await measureInk(path, [72, 190, 88, 285])) expect(ink).toBeGreaterThan(0.02);
    for (const ink of await measureInk(path, [72, 135, 88, 175])) expect(ink).toBe(0);
  });

  it('makes long values smaller, and warns of those that are cut off all the same', async () => {
    const fill = async (note: string, name: string) => {
      await using made = await runJob(job, run, at('form.pdf'), { action: 'fill', values: { note, name } });
      const [shown] = await pageTexts(made.outputs[0]!.path);
      return { shown, warnings: made.warnings };
    };
    const long = await fill(`${'a rather long remark '.repeat(15)}with an end`, 'x'.repeat(80));
    expect(long.shown!.replaceAll(/\s+/g, ' ')).toContain('with an end');
    expect(long.warnings).toEqual([]);
    const cut = await fill('short', 'x'.repeat(400));
    expect(cut.warnings).toEqual([makeWarning('values_cut')]);
    expect((await fill('a rather long remark '.repeat(80), 'Ada')).warnings).toEqual([
      makeWarning('values_cut'),
    ]);
    // Low fields make every text small, and cut off none.
    const low = makeForm('/NeedAppearances true')
      .toString('latin1')
      .replace('10 260 290 280', '10 260 290 263');
    await writeFile(at('low.pdf'), low, 'latin1');
    for (const name of ['', 'Ada']) {
      await using made = await runJob(job, run, at('low.pdf'), { action: 'fill', values: { name } });
      expect(made.warnings).toEqual([]);
      expect((await pageTexts(made.outputs[0]!.path))[0]).toContain(name);
    }
  });

  it('leaves every field unchanged without values', async () => {
    await using made = await runJob(job, run, at('form.pdf'), { action: 'fill', values: {} });
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 1, filled: 0 });
    expect(await listed(path)).toEqual(await listed(at('form.pdf')));
  });

  it('makes one document per CSV row, flattened on request', async () => {
    const data = 'name;country;note\nAda;de;"x"\nBob;fr;\n';
    await using made = await runJob(job, run, at('form.pdf'), { action: 'fill', data, flatten: true });
    expect(made.outputs.map(({ filename }) => filename)).toEqual(['form-1.pdf', 'form-2.pdf']);
    const [first, second] = await Promise.all(made.outputs.map(({ path }) => pageTexts(path)));
    expect(first![0]).toMatch(/Ada[\s\S]*x[\s\S]*Germany|Ada[\s\S]*Germany[\s\S]*x/);
    expect(second![0]).toMatch(/Bob[\s\S]*France/);
    expect(await listed(made.outputs[0]!.path)).toEqual([]);
  });

  it('reads FDF and XFDF', async () => {
    const fdf =
      '%FDF-1.2\n1 0 obj\n<< /FDF << /Fields [<< /T (name) /V (Grace) >> << /T (agreed) /V /Yes >> << /T (push) >>] >> >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF';
    const xfdf =
      '<?xml version="1.0"?><xfdf xmlns="http://ns.adobe.com/xfdf/"><fields><field name="name"><value>Grace</value></field><field name="colours"><value>red</value><value>green</value></field><field name="note"><value-richtext><body><p>in <b>bold</b></p><p>more</p></body></value-richtext></field></fields></xfdf>';
    await using one = await runJob(job, run, at('form.pdf'), { action: 'fill', data: fdf });
    const found = await listed(one.outputs[0]!.path);
    expect([found[0]!.value, found[3]!.value]).toEqual(['Grace', true]);
    await using other = await runJob(job, run, at('form.pdf'), { action: 'fill', data: xfdf });
    const read = await listed(other.outputs[0]!.path);
    expect([read[0]!.value, read[1]!.value, read[5]!.value]).toEqual([
      'Grace',
      'in bold\nmore',
      ['red', 'green'],
    ]);
  });

  it.each([
    [{ values: { nobody: 'x' } }, 'field_missing'],
    [{ values: { push: 'x' } }, 'field_not_fillable'],
    [{ values: { country: 'Spain' } }, 'value_not_offered'],
    [{ values: { size: 'medium' } }, 'value_not_offered'],
    [{ values: { code: 'ABCDEF' } }, 'value_too_long'],
    [{ values: { name: ['Ada', 'Bob'] } }, 'value_not_single'],
    [{ values: { country: ['de', 'fr'] } }, 'value_not_single'],
    [{ data: 'name' }, 'form_data_unreadable'],
    [{ data: '<!DOCTYPE x [<!ENTITY a "a">]><xfdf/>' }, 'form_data_unreadable'],
    [{ data: '%FDF-1.2\nnothing' }, 'form_data_unreadable'],
  ])('refuses %j with %s', async (options, id) => {
    await expect(runJob(job, run, at('form.pdf'), { action: 'fill', ...options })).rejects.toMatchObject({
      id,
    });
  });

  it('reports that XFA is not supported, and removes it beside ordinary fields', async () => {
    await writeFile(at('hybrid.pdf'), makeForm('/XFA (x)'));
    await using made = await runJob(job, run, at('hybrid.pdf'), { action: 'fill', values: { name: 'Ada' } });
    expect(made.outputs[0]!.metadata).toMatchObject({ xfaRemoved: true });
    expect(JSON.stringify(await qpdfJson(made.outputs[0]!.path))).not.toContain('/XFA');
    const pure = makeForm('/XFA (x)').toString('latin1').replace('/Fields [', '/Fields [] /Old [');
    await writeFile(at('xfa.pdf'), pure, 'latin1');
    for (const options of [{ action: 'list' }, { action: 'fill', values: { name: 'Ada' } }])
      await expect(runJob(job, run, at('xfa.pdf'), options)).rejects.toMatchObject({ id: 'xfa_unsupported' });
  });
});
