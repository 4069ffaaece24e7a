import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { difference, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { check, fields, links, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const runTool = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });
const unembedded = (path: string) =>
  runTool('pdffonts', path)
    .split('\n')
    .slice(2)
    .filter(line => / no +(yes|no) +(yes|no) /.test(line));

describe('pdf-to-pdfa', () => {
  it('makes PDF/A that looks the same as the document', async () => {
    const info = { Title: 'Größe', Author: 'Someone', CreationDate: "D:20090401163925-07'00'" };
    const [first, ...others] = sample.outline!;
    const site = { title: 'Site', uri: 'https://example.com/' };
    const bookmarks = [{ ...first!, children: [site] }, ...others];
    const file = await makePdf(at('sample.pdf'), { ...sample, outline: bookmarks, info });
    await using made = await runJob(job, run, file);
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 5, conformance: 'PDF/A-2b', outputIntent: 'sRGB' });
    const xmp = runTool('pdfinfo', '-meta', path);
    expect(xmp).toMatch(/pdfaid:part(=.|>)2/);
    expect(xmp).toContain('Größe');
    expect(runTool('pdfinfo', path)).toMatch(/Title: +Größe/);
    expect(runTool('pdfinfo', '-rawdates', path)).toMatch(/CreationDate: +D:20090401163925-07/);
    expect(xmp).toContain('2009-04-01T16:39:25-07:00');
    expect(unembedded(path)).toEqual([]);
    expect(runTool('pdfdetach', '-list', path)).toContain('0 embedded files');
    expect(await fields(path)).toEqual({});
    expect(await pageTexts(path)).toEqual(await pageTexts(file));
    expect((await links(path)).length).toBe((await links(file)).length);
    expect(await outline(path)).toEqual(await outline(file));
    expect(runTool('qpdf', '--qdf', '--object-streams=disable', path, '-')).toContain('https://example.com/');
    for (const page of [1, 2, 3])
      expect(difference(await drawnPage(file, page), await drawnPage(path, page))).toBeLessThan(1);
    expect(made.engines).toEqual(['pikepdf', 'ghostscript']);
  });

  it('keeps attachments in PDF/A-3b', async () => {
    const file = await makePdf(at('parts.pdf'), sample);
    await using third = await runJob(job, run, file, { standard: '3b' });
    const { path, metadata } = third.outputs[0]!;
    await check(path);
    expect(metadata).toMatchObject({ conformance: 'PDF/A-3b' });
    expect(runTool('pdfinfo', '-meta', path)).toMatch(/pdfaid:part(=.|>)3/);
    expect(runTool('pdfdetach', '-list', path)).toMatch(/1 embedded files\s.*note.txt/);
    expect(await pageTexts(path)).toEqual(await pageTexts(file));
  });

  it('keeps the text of fonts that are not embedded', async () => {
    const japanese = realFile('pdf/pdf.js__noembed-sjis.pdf', 'pdf/japanese.pdf');
    await using made = await runJob(job, run, japanese);
    const { path } = made.outputs[0]!;
    expect(unembedded(path)).toEqual([]);
    expect(await pageTexts(path)).toEqual(['あいうえお']);
  });

  it('keeps characters whose codes are mapped in ranges, or only by an encoding', async () => {
    const objects = new PdfObjects();
    const program = await readFile('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf');
    const embedded = objects.stream(`/Length1 ${program.length}`, program);
    const describe = (name: string) =>
      `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [-1021 -463 1793 1232] /ItalicAngle 0 /Ascent 928 /Descent -236 /CapHeight 729 /StemV 80 /FontFile2 ${embedded} 0 R >>`;
    const map = objects.stream(
      '',
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 2 beginbfrange <0024> <0025> <201C> <0026> <0028> [<2013> <00660069> <006600660069>] endbfrange endcmap end end',
    );
    const descendant = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /One /CIDToGIDMap /Identity /DW 600 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${describe('One')} >>`;
    const composite = `<< /Type /Font /Subtype /Type0 /BaseFont /One /Encoding /Identity-H /DescendantFonts [${descendant}] /ToUnicode ${map} 0 R >>`;
    const simple = `<< /Type /Font /Subtype /TrueType /BaseFont /Two /Encoding /MacRomanEncoding /FirstChar 32 /LastChar 255 /Widths [${Array(224).fill(650).join(' ')}] /FontDescriptor ${describe('Two')} >>`;
    const content = objects.stream(
      '',
      'BT /A 20 Tf 10 60 Td <00240025002600270028> Tj /B 20 Tf 0 -40 Td <8F745ED2DE> Tj ET',
    );
    const tree = objects.reserve();
    const page = objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 100] /Contents ${content} 0 R /Resources << /Font << /A ${composite} /B ${simple} >> >> >>`,
    );
    objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
    const catalog = objects.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
    await writeFile(at('mapped.pdf'), objects.file(`/Root ${catalog} 0 R`));
    await using made = await runJob(job, run, at('mapped.pdf'));
    const [{ path }] = made.outputs as [(typeof made.outputs)[0]];
    const shown = runTool('pdftotext', '-raw', path, '-').replace(/\s+/g, '');
    expect(shown).toBe('“”–fiffièt^“fi');
    expect(difference(await drawnPage(at('mapped.pdf')), await drawnPage(path))).toBeLessThan(1);
  });

  it('converts a real form with its values', async () => {
    const form = realFile('pdf/qpdf__form-filled-by-acrobat.pdf', 'pdf/filled.pdf');
    await using made = await runJob(job, run, form);
    const { path } = made.outputs[0]!;
    expect((await pageTexts(path)).join()).toContain('potato');
    expect(difference(await drawnPage(form), await drawnPage(path))).toBeLessThan(1);
  });
});
