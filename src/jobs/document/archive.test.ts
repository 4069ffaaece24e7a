import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../tests/support/run-job.ts';
import { amendArchive } from '../../engines/pikepdf/archive.ts';
import { testFolder } from '../pdf/testing/folder.ts';
import { makePdf } from '../pdf/testing/make-pdf.ts';
import { PdfObjects, references } from '../pdf/testing/pdf-objects.ts';
import { check, qpdfJson } from '../pdf/testing/read-pdf.ts';
import { enforcePdfa } from './archive.ts';
import { job } from './document-convert/job.ts';
import { run } from './document-convert/run.ts';

const at = testFolder();
const claim = (path: string) => execFileSync('pdfinfo', ['-meta', path], { encoding: 'utf8' });
const everything = async (path: string) => JSON.stringify((await qpdfJson(path, 'qpdf')).qpdf);

describe('PDF/A conversions', () => {
  it('carry an identifier, and are repaired rather than rewritten', async () => {
    await writeFile(at('page.html'), '<title>Kept</title><h1>Kept</h1><p>for <a href="#x">long</a>');
    await using made = await runJob(job, run, at('page.html'), {
      outputFormat: 'pdf',
      pdfa: true,
      engine: 'weasyprint',
    });
    const { path } = made.outputs[0]!;
    await check(path);
    expect(claim(path)).toMatch(/pdfaid:part(=.|>)2/);
    expect(await everything(path)).toContain('"/ID"');
    expect(made.engines).toEqual(['weasyprint', 'pikepdf']);
  });

  it('drop media and interpolation, and give comments an appearance', async () => {
    const objects = new PdfObjects();
    const [catalog, tree, page] = [objects.reserve(), objects.reserve(), objects.reserve()];
    const image = objects.stream(
      '/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Interpolate true',
      'x',
    );
    const mark = (entries: string) => objects.add(`<< /Type /Annot /Rect [10 10 30 30] ${entries} >>`);
    const marks = [
      mark('/Subtype /Screen /A << /S /Rendition >>'),
      mark('/Subtype /Text /Contents (a remark)'),
      mark('/Subtype /Link /A << /S /URI /URI (https://example.com/) >>'),
      mark('/Subtype /Link /A << /S /Launch /F (program) >>'),
    ];
    const content = objects.stream('', '9 0 0 9 9 9 cm /Im Do');
    objects.set(
      page,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] /Contents ${content} 0 R /Resources << /XObject << /Im ${image} 0 R >> >> /Annots ${references(marks)} >>`,
    );
    objects.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
    objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
    await writeFile(at('plays.pdf'), objects.file(`/Root ${catalog} 0 R`));
    const request = { inputs: [{ path: at('plays.pdf') }] as [{ path: string }], output: at('quiet.pdf') };
    expect((await amendArchive(request, {})).problems).toEqual(['no XMP', 'no output intent']);
    await check(at('quiet.pdf'));
    const kept = await everything(at('quiet.pdf'));
    expect(kept).not.toMatch(/Screen|Launch|Interpolate/);
    expect(kept).toMatch(/a remark/);
    expect(kept).toMatch(/example\.com/);
    expect(kept.match(/"\/AP"/g)).toHaveLength(1);
  });

  it('are rewritten if repair is not enough', async () => {
    const path = await makePdf(at('none.pdf'), { pages: [{ text: 'no fonts in it' }] });
    const { made, engines } = await enforcePdfa({ path, label: 'one' }, at('anew'), true);
    expect(claim(made.path)).toMatch(/pdfaid:part(=.|>)'?2/);
    expect(execFileSync('pdffonts', [made.path], { encoding: 'utf8' })).toMatch(/ yes yes /);
    expect(execFileSync('pdftotext', [made.path, '-'], { encoding: 'utf8' })).toContain('no fonts in it');
    expect(made.label).toBe('one');
    // The tags that were asked for are lost.
    expect(made.warnings).toEqual(['archive_untagged']);
    expect(engines).toContain('ghostscript');
  });
});
