import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { markdownOfParts } from '../testing/markdown-of.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-odt-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const kinds = { office: 'office', text: 'text', table: 'table', draw: 'drawing', style: 'style' };
const declared = Object.entries(kinds)
  .map(([prefix, kind]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${kind}:1.0"`)
  .join(' ');

/** The Markdown of an OpenDocument text with this in its body. */
async function markdownOf(body: string, end = '</office:document-content>'): Promise<string> {
  const own = mkdtempSync(join(dir, 'run-'));
  const parts = {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    'content.xml': `<office:document-content ${declared}><office:automatic-styles><style:style style:name="H"><style:text-properties text:display="none"/></style:style></office:automatic-styles><office:body><office:text>${body}</office:text></office:body>${end}`,
  };
  return await markdownOfParts(own, 'odt', parts);
}
const paragraph = (text: string) => `<text:p>${text}</text:p>`;
const frame = (inner: string) => `<draw:frame><draw:text-box>${inner}</draw:text-box></draw:frame>`;
const list = (text: string) => `<text:list><text:list-item>${paragraph(text)}</text:list-item></text:list>`;
const row = (...cells: string[]) =>
  `<table:table-row>${cells.map(cell => `<table:table-cell>${cell}</table:table-cell>`).join('')}</table:table-row>`;

test('OpenDocument to Markdown keeps content that Pandoc would drop', async () => {
  const cases = [
    [`<text:section>${paragraph('in a section')}</text:section>`, 'in a section'],
    [
      `<text:table-of-content><text:table-of-content-source/><text:index-body>${paragraph('One 1')}</text:index-body></text:table-of-content>`,
      'One 1',
    ],
    [paragraph(`held ${frame(paragraph('in a frame'))}here`), 'held here\n\nin a frame'],
    [frame(paragraph('on the page')), 'on the page'],
    [paragraph(`shape<draw:g><draw:rect>${paragraph('drawn')}</draw:rect></draw:g>`), 'shape\n\ndrawn'],
    [
      paragraph(
        '<text:placeholder>name</text:placeholder>, <text:user-defined>fact</text:user-defined><text:hidden-text>no</text:hidden-text><text:span text:style-name="H">no</text:span>',
      ),
      'name, fact',
    ],
    [
      paragraph(
        '<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>',
      ),
      '東京(とうきょう)',
    ],
  ] as const;
  const hidden = `<text:section text:display="none">${paragraph('hidden')}</text:section><text:p text:style-name="H">hidden</text:p>`;
  expect(await markdownOf(cases.map(([body]) => body).join('') + hidden)).toBe(
    cases.map(([, text]) => text).join('\n\n'),
  );
});

test('OpenDocument to Markdown keeps table headers, and lists and tables inside cells', async () => {
  const inner = `<table:table>${row(paragraph('a'), paragraph('b'))}</table:table>`;
  const text = await markdownOf(
    `<table:table><table:table-column table:number-columns-repeated="2"/><table:table-header-rows>${row(paragraph('head'), paragraph('two'))}</table:table-header-rows>${row(list('item'), inner)}</table:table>`,
  );
  expect(text).toMatch(/^\| head +\| two +\|\n\|-+\|-+\|\n\| • item +\| a \\\| b +\|$/);
});

test('reports a truncated OpenDocument text as unreadable', async () => {
  await expect(markdownOf(paragraph('x'), '</office:document')).rejects.toMatchObject({
    reason: 'unreadable_input',
  });
});

test('OpenDocument to Markdown has titles, heads of tables and words of an index apart', async () => {
  const title = '<text:p text:style-name="Title">Report</text:p>';
  const entry =
    '<text:p><text:a xlink:href="#a" xmlns:xlink="http://www.w3.org/1999/xlink">1<text:tab/>Scope<text:tab/>2</text:a></text:p>';
  const index = `<text:table-of-content><text:index-body>${entry}</text:index-body></text:table-of-content>`;
  const head = `<table:table-header-rows>${row(paragraph('A'), paragraph('B'))}</table:table-header-rows>`;
  const table = `<table:table><table:table-column/><table:table-column/>${head}<table:table-row><table:covered-table-cell/><table:table-cell>${paragraph('2')}</table:table-cell></table:table-row></table:table>`;
  expect((await markdownOf(title + index + table)).split('\n\n')).toEqual([
    ...['# Report', '[1 Scope](#a)', '| A   | B   |\n|-----|-----|\n|     | 2   |'],
  ]);
});
