import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { corpusFile, hasCorpus } from '../../../tests/support/corpus.ts';
import { pdf } from '../../../tests/support/samples.ts';
import { writeZip } from '../../containers/write-zip.ts';
import type { FormatId } from '../../formats/formats.ts';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-foreign-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Makes a ZIP file of texts and returns its path. */
async function makeZip(name: string, entries: Record<string, string | Buffer>): Promise<string> {
  const files = Object.entries(entries).map(([entry, content], index) => {
    const path = join(dir, `${name}-${index}`);
    writeFileSync(path, content);
    return { name: entry, path };
  });
  const path = join(dir, name);
  await writeZip(path, files);
  return path;
}

async function print(from: FormatId, input: string): Promise<string> {
  const own = mkdtempSync(join(dir, 'run-'));
  const output = join(own, 'out.pdf');
  const request = { from, to: 'pdf' as const, input, output, stem: 'in', dir: own, last: true, options: {} };
  await convert({ ...request, progress() {} });
  return execFileSync('pdftotext', ['-layout', output, '-'], { encoding: 'utf8' }).trim();
}

const visio = 'xmlns="http://schemas.microsoft.com/office/visio/2012/main"';
const links = 'http://schemas.openxmlformats.org';
const relate = (type: string, target: string) =>
  `<Relationships xmlns="${links}/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.microsoft.com/visio/2010/relationships/${type}" Target="${target}"/></Relationships>`;
const drawing = {
  '[Content_Types].xml': `<Types xmlns="${links}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/visio/document.xml" ContentType="application/vnd.ms-visio.drawing.main+xml"/><Override PartName="/visio/pages/pages.xml" ContentType="application/vnd.ms-visio.pages+xml"/><Override PartName="/visio/pages/page1.xml" ContentType="application/vnd.ms-visio.page+xml"/></Types>`,
  '_rels/.rels': relate('document', 'visio/document.xml'),
  'visio/document.xml': `<VisioDocument ${visio}/>`,
  'visio/_rels/document.xml.rels': relate('pages', 'pages/pages.xml'),
  'visio/pages/pages.xml': `<Pages ${visio} xmlns:r="${links}/officeDocument/2006/relationships"><Page ID="0" Name="Plan"><PageSheet><Cell N="PageWidth" V="8"/><Cell N="PageHeight" V="5"/></PageSheet><Rel r:id="r1"/></Page></Pages>`,
  'visio/pages/_rels/pages.xml.rels': relate('page', 'page1.xml'),
  'visio/pages/page1.xml': `<PageContents ${visio}><Shapes><Shape ID="1" Type="Shape"><Cell N="PinX" V="3"/><Cell N="PinY" V="2"/><Cell N="Width" V="3"/><Cell N="Height" V="1"/><Text>Start here</Text></Shape></Shapes></PageContents>`,
};
const apple = 'http://developer.apple.com/namespaces';
const pages = `<sl:document xmlns:sf="${apple}/sf" xmlns:sl="${apple}/sl" sl:version="92008102400"><sf:text-storage sf:kind="body"><sf:text-body><sf:section><sf:layout><sf:p>Minutes of the meeting</sf:p></sf:layout></sf:section></sf:text-body></sf:text-storage></sl:document>`;

test('prints Visio drawings and documents of Pages and WordPerfect', async () => {
  expect(await print('vsdx', await makeZip('a.vsdx', drawing))).toBe('Start here');
  expect(await print('pages', await makeZip('a.pages', { 'index.xml': pages }))).toBe(
    'Minutes of the meeting',
  );
  if (hasCorpus)
    expect(await print('wpd', corpusFile('documents/tika__testWordPerfect.wpd'))).toContain('AND FURTHER');
});

test('prints the preview of an unreadable iWork document, or fails with a reason', async () => {
  const unknown = { 'Index/Document.iwa': 'not known' };
  const seen = await makeZip('a.numbers', { ...unknown, 'QuickLook/Preview.pdf': pdf(['The table']) });
  expect(await print('numbers', seen)).toBe('The table');
  await expect(print('key', await makeZip('a.key', unknown))).rejects.toMatchObject({ id: 'no_preview' });
  await expect(print('pages', await makeZip('b.pages', { other: '' }))).rejects.toMatchObject({
    id: 'unreadable_input',
  });
});
