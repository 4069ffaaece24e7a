import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { prepareArchive } from '../../../engines/pikepdf/archive.ts';
import { difference, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { check, pageTexts } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

interface Sheet {
  content: string;
  resources?: (objects: PdfObjects) => string;
  page?: string;
  side?: number;
}

async function sheet(name: string, { content, resources, page = '', side = 300 }: Sheet): Promise<string> {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const own = resources?.(objects) ?? '';
  const shown = objects.stream('', Buffer.from(content, 'latin1'));
  const only = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${side} ${side}] /Contents ${shown} 0 R /Resources << ${own} >> ${page} >>`,
  );
  objects.set(tree, `<< /Type /Pages /Kids [${only} 0 R] /Count 1 >>`);
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  await writeFile(at(name), objects.file(`/Root ${catalog} 0 R`));
  return at(name);
}

/** The whole document in qpdf's words. */
const words = (path: string): string => execFileSync('qpdf', ['--json=2', path], { encoding: 'utf8' });
const maskOf = '/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8';
const picture = (objects: PdfObjects, mask: number) =>
  objects.stream(
    `/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask ${mask} 0 R`,
    'abc',
  );
const font = (base: string, more = '') => `<< /Type /Font /Subtype /TrueType /BaseFont /${base} ${more} >>`;

describe('content forbidden in PDF/A', () => {
  it('warns that tags and attachments were removed, and keeps the language', async () => {
    const file = await makePdf(at('attached.pdf'), {
      pages: [{ text: 'one' }],
      attachments: { 'a.txt': 'a' },
    });
    const tagged = (await readFile(file, 'latin1')).replace(
      '/Type /Catalog',
      '/Type /Catalog /Lang (de-CH) /StructTreeRoot << /Type /StructTreeRoot >>',
    );
    await writeFile(file, tagged, 'latin1');
    const gone = (detail: string) => ({ code: 'content_dropped', detail });
    await using made = await runJob(job, run, file);
    expect(made.warnings).toEqual([gone('archive_untagged'), gone('attachments_removed')]);
    expect(words(made.outputs[0]!.path)).toContain('"/Lang": "u:de-CH"');
    await using kept = await runJob(job, run, file, { standard: '3b' });
    expect(kept.warnings).toEqual([gone('archive_untagged')]);
  });

  it('removes further actions of links, and links with other actions', async () => {
    const link = (action: string, y: number) =>
      `<< /Type /Annot /Subtype /Link /Rect [0 ${y} 50 ${y + 40}] /A << ${action} >> >>`;
    const file = await sheet('links.pdf', {
      content: '1 0 0 rg 0 0 50 50 re f',
      page: `/Annots [${link('/S /URI /URI (https://example.org/kept) /Next << /S /JavaScript /JS (app.alert) >>', 0)} ${link('/S /Named /N /Print', 50)} ${link('/S /Named /N /NextPage', 100)}]`,
    });
    await using made = await runJob(job, run, file);
    const text = words(made.outputs[0]!.path);
    expect(text).toContain('https://example.org/kept');
    expect(text).toContain('/NextPage');
    for (const gone of ['/JavaScript', '/Print"', '/Next"']) expect(text).not.toContain(gone);
  });

  it('blends in RGB with nearly the same appearance', async () => {
    const file = await sheet('blended.pdf', {
      content: '/G gs 1 0 0 rg 10 10 200 200 re f 0 0 1 rg 100 100 150 150 re f',
      resources: () => '/ExtGState << /G << /ca 0.5 >> >>',
      page: '/Group << /S /Transparency /CS /DeviceCMYK >>',
    });
    await using made = await runJob(job, run, file);
    const { path } = made.outputs[0]!;
    expect(words(path)).not.toContain('/DeviceCMYK');
    expect(difference(await drawnPage(file), await drawnPage(path))).toBeLessThan(8);
  });

  it('describes each colorant of a DeviceN space', async () => {
    const file = await sheet('inks.pdf', {
      content: '/Mix cs 0.3 0.6 scn 20 20 200 200 re f',
      resources: objects => {
        const tint = objects.stream(
          '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1]',
          '{ 0 exch 0 }',
        );
        return `/ColorSpace << /Mix [/DeviceN [/Cyan /Spot] /DeviceCMYK ${tint} 0 R] >>`;
      },
    });
    await using made = await runJob(job, run, file);
    const { path } = made.outputs[0]!;
    const spaces = Object.values(JSON.parse(words(path)).qpdf[1] as Record<string, { value?: unknown }>)
      .map(({ value }) => value)
      .filter(value => Array.isArray(value));
    const mix = spaces.find(([kind]) => kind === '/DeviceN')!;
    expect(Object.keys(mix[4]['/Colorants'])).toEqual(['/Spot']);
    const described = spaces.find(([kind, name]) => kind === '/Separation' && name === '/Spot')!;
    expect(described[2]).toBe('/DeviceRGB');
    expect(difference(await drawnPage(file), await drawnPage(path))).toBeLessThan(8);
  });

  it('makes PDF/A-1b of a page whose soft mask hides nothing, and lists the glyphs of its fonts', async () => {
    const file = await sheet('opaque.pdf', {
      content: 'q 80 0 0 80 10 10 cm /Im Do Q BT /F 12 Tf 10 200 Td (old) Tj ET',
      resources: objects => {
        const mask = objects.stream(maskOf, Buffer.from([255]));
        return `/XObject << /Im ${picture(objects, mask)} 0 R >> /Font << /F ${font('LiberationSans')} >> /ExtGState << /G << /ca 1 /BM /Normal /SMask /None >> >>`;
      },
      page: '/Group << /S /Transparency /CS /DeviceRGB >>',
    });
    await using made = await runJob(job, run, file, { standard: '1b' });
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toMatchObject({ conformance: 'PDF/A-1b' });
    expect((await readFile(path, 'latin1')).slice(0, 8)).toBe('%PDF-1.4');
    expect(execFileSync('pdfinfo', ['-meta', path], { encoding: 'utf8' })).toMatch(/pdfaid:part(=.|>)1/);
    expect(words(path)).not.toMatch(/Transparency|\/SMask|ObjStm/);
    expect(words(path)).toMatch(/\/CIDSet|\/CharSet|\/TrueType/);
    expect(await pageTexts(path)).toEqual(['old']);
    expect(difference(await drawnPage(file), await drawnPage(path))).toBeLessThan(1);
  });

  it.each([
    ['an opacity', () => '/ExtGState << /G << /ca 0.5 >> >>'],
    ['a blend mode', () => '/ExtGState << /G << /BM [/Multiply] >> >>'],
    [
      'a soft mask',
      (objects: PdfObjects) =>
        `/XObject << /Im ${picture(objects, objects.stream(maskOf, Buffer.from([128])))} 0 R >>`,
    ],
    [
      'a form with an opacity',
      (objects: PdfObjects) =>
        `/XObject << /F ${objects.stream('/Subtype /Form /BBox [0 0 9 9] /Resources << /ExtGState << /G << /CA 0 >> >> >>', '')} 0 R >>`,
    ],
  ])('refuses %s in PDF/A-1b', async (name, resources) => {
    const file = await sheet(`${name}.pdf`, { content: '', resources });
    await expect(runJob(job, run, file, { standard: '1b' })).rejects.toMatchObject({
      id: 'transparency_forbidden',
      place: 1,
    });
  });

  it('refuses coordinates that PDF/A-1b does not allow', async () => {
    const file = await sheet('far.pdf', { content: '0 0 90000 90000 re f' });
    await expect(runJob(job, run, file, { standard: '1b' })).rejects.toMatchObject({
      id: 'drawing_too_large',
    });
  });

  // The tools here cannot distinguish the glyph of a missing letter from others, so the request is checked.
  it('requests spaces and hyphens from system fonts by their common names', async () => {
    const file = await sheet('spaces.pdf', {
      content: 'BT /F 12 Tf 10 10 Td (one\xa0two) Tj ET',
      resources: () => `/Font << /F ${font('LiberationSans', '/Encoding /WinAnsiEncoding')} >>`,
    });
    const output = at('prepared.pdf');
    await prepareArchive({ inputs: [{ path: file }], output, part: 2 }, {});
    const named = /"\/Differences": \[([^\]]*)\]/.exec(words(output))![1]!;
    expect(named.split(',').map(entry => entry.trim())).toEqual(['160', '"/space"', '173', '"/hyphen"']);
    await using made = await runJob(job, run, file);
    await check(made.outputs[0]!.path);
    expect((await pageTexts(made.outputs[0]!.path))[0]).toMatch(/^one\stwo$/);
  });

  it.each([2, 20_000])('cannot be made from a page of %i units', async side => {
    const file = await sheet(`side-${side}.pdf`, { content: '0 0 1 1 re f', side });
    await expect(runJob(job, run, file)).rejects.toMatchObject({ reason: 'unsupported_content' });
  });
});
