import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;
beforeAll(async () => {
  file = await makePdf(at('sample.pdf'), { ...sample, hiddenLayers: ['hidden'] });
});

async function describeFile(path: string, options = {}, facts = {}): Promise<Record<string, unknown>> {
  await using made = await runJob(job, run, path, options);
  expect(made.outputs[0]!.metadata).toMatchObject(facts);
  expect(made.outputs[0]).toMatchObject({ format: 'json', filename: expect.stringMatching(/\.json$/) });
  return JSON.parse(readFileSync(made.outputs[0]!.path, 'utf8'));
}

describe('pdf-info', () => {
  it('reports pages, metadata, forms, attachments, layers and fonts', async () => {
    const facts = {
      pages: 5,
      hasText: true,
      hasImages: false,
      orientation: 'portrait',
      pageSize: 'a4',
      rotation: 0,
    };
    const report = await describeFile(file, {}, facts);
    expect(report).toMatchObject({
      version: '1.6',
      pageCount: 5,
      metadata: { title: 'Sample', author: 'Nobody' },
      encryption: null,
      tagged: false,
      bookmarks: true,
      form: { fields: 3, kinds: { text: 3 }, xfa: false },
      signatures: [],
      attachments: 1,
      layers: 1,
      scannedPages: [],
      damaged: false,
    });
    expect(report.pages).toMatchObject([
      { page: 1, width: 595, height: 842, rotation: 0, text: 'visible' },
      { page: 2, width: 842, height: 595, rotation: 90 },
      { page: 3 },
      { page: 4 },
      { page: 5 },
    ]);
    expect(report.fonts).toContainEqual({
      name: 'Helvetica',
      type: 'Type 1',
      embedded: false,
      subset: false,
      hasUnicode: false,
    });
  });

  it('reports only the requested pages, and the encryption', async () => {
    execFileSync('qpdf', [
      '--encrypt',
      'secret',
      'owner',
      '256',
      '--print=none',
      '--',
      file,
      at('locked.pdf'),
    ]);
    const report = await describeFile(at('locked.pdf'), { password: 'secret', pages: '2' });
    expect(report.pages).toMatchObject([{ page: 2 }]);
    expect(report.encryption).toMatchObject({
      method: 'AES-256',
      asksForPassword: true,
      permissions: { print: false, copy: true },
    });
    execFileSync('qpdf', ['--allow-weak-crypto', '--encrypt', '', 'owner', '40', '--', file, at('old.pdf')]);
    expect((await describeFile(at('old.pdf'))).encryption).toMatchObject({
      method: 'RC4',
      bits: 40,
      asksForPassword: false,
    });
  });

  it('reports damage, but not for a repeated entry that loses nothing', async () => {
    const write = (name: string, entries: string) => {
      const objects = new PdfObjects();
      const tree = objects.reserve();
      const page = objects.add(`<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] >>`);
      objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
      const root = objects.add(`<< /Type /Catalog /Pages ${tree} 0 R ${entries} >>`);
      writeFileSync(at(name), objects.file(`/Root ${root} 0 R`));
      return at(name);
    };
    const harmless = write('mode.pdf', '/PageMode /UseNone /PageMode /UseOutlines');
    expect(await describeFile(harmless)).toMatchObject({ damaged: false });
    const doubtful = write('lang.pdf', '/Lang (en) /Lang (de)');
    expect(await describeFile(doubtful)).toMatchObject({ damaged: true });
  });

  it('does not name the program that rescued a file as its producer', async () => {
    writeFileSync(at('cut.pdf'), readFileSync(file).subarray(0, -300));
    const { metadata, damaged } = await describeFile(at('cut.pdf'));
    expect(damaged).toBe(true);
    expect(metadata).not.toHaveProperty('producer');
    expect(metadata).not.toHaveProperty('created');
  });

  it('reports scans, links, comments, fields, signatures, scripts and conformance claims', async () => {
    const objects = new PdfObjects();
    const picture = objects.stream(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      'x',
    );
    const xmp = objects.stream(
      '/Type /Metadata',
      '<rdf pdfaid:part="2" pdfaid:conformance="B"><pdfuaid:part>1</pdfuaid:part></rdf>',
    );
    const tree = objects.reserve();
    // A drawing of many lines comes before the picture.
    const content = objects.stream(
      '',
      `0 0 m ${'9 9 l '.repeat(160_000)} S q 200 0 0 200 0 0 cm /P Do Q BT 3 Tr /F 9 Tf (word) Tj ET`,
    );
    const page = objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] /Contents ${content} 0 R /Resources << /XObject << /P ${picture} 0 R >> >>
      /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/) >> >>
      << /Type /Annot /Subtype /Highlight /Rect [0 0 9 9] /T (Ada) /Contents (Check this) /M (D:20261101120000Z) >>
      << /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /Contents (Check this) >>] >>`,
    );
    objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
    const signature = '<< /Type /Sig /Name (Ada) /M (D:20261101120000Z) >>';
    const fields = `<< /FT /Btn /T (agreed) >> << /FT /Sig /T (by) /V ${signature} >>`;
    const named = objects.add('<< /S /JavaScript /JS (app.beep\\(\\)) >>');
    const scripts = `<< /Names [(a) ${named} 0 R (b) << /S /JavaScript /JS (print\\(\\)) >>] >>`;
    const root = objects.add(
      `<< /Type /Catalog /Pages ${tree} 0 R /Metadata ${xmp} 0 R /Names << /JavaScript ${scripts} >> /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AcroForm << /Fields [${fields}] >> >>`,
    );
    writeFileSync(at('scan.pdf'), objects.file(`/Root ${root} 0 R`));
    expect(await describeFile(at('scan.pdf'))).toMatchObject({
      scannedPages: [1],
      scripts: 3,
      scriptTexts: ['print()', 'app.beep()', 'app.alert(1)'],
      comments: [
        { page: 1, kind: 'highlight', author: 'Ada', text: 'Check this', date: '2026-11-01T12:00:00Z' },
      ],
      form: { fields: 2, kinds: { checkbox: 1, signature: 1 } },
      signatures: [{ field: 'by', name: 'Ada', date: '2026-11-01T12:00:00Z' }],
      claims: { pdfa: 'PDF/A-2b', pdfua: 'PDF/UA-1' },
      links: [{ page: 1, url: 'https://example.org/' }],
      pages: [{ text: 'invisible', pictures: 1, scanned: true }],
    });
  });

  it('counts inline pictures and those after them, and recognises scans on rotated pages', async () => {
    const draw = (matrix: string) => `q ${matrix} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q\n`;
    const objects = new PdfObjects();
    const tree = objects.reserve();
    const pages = ['150 0 0 80 10 20', '30 0 0 40 50 60'].map(matrix => {
      // A `cm` without its operands ends what can be read.
      const content = objects.stream('', `${draw(matrix)}${draw('10 0 0 10 150 30')}1 2 cm ${draw(matrix)}`);
      return objects.add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [10 20 210 120] /Rotate 90 /Contents ${content} 0 R >>`,
      );
    });
    objects.set(tree, `<< /Type /Pages /Kids [${pages.map(id => `${id} 0 R`).join(' ')}] /Count 2 >>`);
    const root = objects.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
    writeFileSync(at('inline.pdf'), objects.file(`/Root ${root} 0 R`));
    expect(await describeFile(at('inline.pdf'))).toMatchObject({
      scannedPages: [1],
      pages: [
        { pictures: 2, scanned: true },
        { pictures: 2, scanned: false },
      ],
    });
  });
});
