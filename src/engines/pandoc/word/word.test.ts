import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { markdownOfParts } from '../testing/markdown-of.ts';
import { WordScan } from './word-scan.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-word-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const office = 'http://schemas.openxmlformats.org';
const names = {
  w: `${office}/wordprocessingml/2006/main`,
  m: `${office}/officeDocument/2006/math`,
  mc: `${office}/markup-compatibility/2006`,
};
const declared = Object.entries(names)
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(' ');

/** Returns the Markdown of a Word file with this document. */
async function markdownOf(document: string): Promise<string> {
  const own = mkdtempSync(join(dir, 'run-'));
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': document,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="s" Type="${office}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${names.w}"><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`,
  };
  return await markdownOfParts(own, 'docx', parts);
}
const documentOf = (inner: string) => `<w:document ${declared}><w:body>${inner}</w:body></w:document>`;
const body = (inner: string) => markdownOf(documentOf(inner));
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const paragraph = (inner: string) => `<w:p>${inner}</w:p>`;
const twice = (choice: string, fallback: string) =>
  `<mc:AlternateContent><mc:Choice Requires="x">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
const form = (data: string, instruction: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const cases = [
  ['a simple field', `<w:fldSimple w:instr=" MERGEFIELD Name ">${run('Ann')}</w:fldSimple>`, 'Ann'],
  [
    'text with an explicit direction',
    `<w:dir w:val="rtl">${run('one')}</w:dir><w:bdo w:val="rtl">${run('two')}</w:bdo>`,
    'onetwo',
  ],
  ['text in custom XML', `<w:customXml w:element="e"><w:customXmlPr/>${run('kept')}</w:customXml>`, 'kept'],
  [
    'ruby text',
    `<w:r><w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`,
    '東京(とうきょう)',
  ],
  ['text beside a drawing', '<w:r><w:t>before</w:t><w:drawing/><w:t>after</w:t></w:r>', 'beforeafter'],
  [
    'old WordArt',
    '<w:r><w:pict><v:shapetype xmlns:v="urn:schemas-microsoft-com:vml"><v:textpath on="t"/></v:shapetype><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textpath string="Big News"/></v:shape></w:pict></w:r>',
    'Big News',
  ],
  [
    'a sum of another field',
    [
      ...['<w:fldChar w:fldCharType="begin"/>', '<w:instrText> = </w:instrText>'],
      ...['<w:fldChar w:fldCharType="begin"/>', '<w:instrText> MERGEFIELD N </w:instrText>'],
      ...['<w:fldChar w:fldCharType="separate"/>', '<w:t>4</w:t>', '<w:fldChar w:fldCharType="end"/>'],
      ...['<w:instrText> * 2 </w:instrText>', '<w:fldChar w:fldCharType="separate"/>'],
      ...['<w:t>8</w:t>', '<w:fldChar w:fldCharType="end"/>', '<w:t> in all</w:t>'],
    ]
      .map(part => `<w:r>${part}</w:r>`)
      .join(''),
    '8 in all',
  ],
  [
    'a field in one run',
    '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> PAGE </w:instrText><w:fldChar w:fldCharType="separate"/><w:t>7</w:t><w:fldChar w:fldCharType="end"/></w:r>',
    '7',
  ],
  ['an emoji of Word', `<w:r>${twice('<w:symEx/>', '<w:t>😊</w:t>')}</w:r>`, '😊'],
  [
    'a formula that was inserted',
    '<w:ins w:id="1" w:author="a"><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:ins>',
    '$x$',
  ],
  [
    'form checkboxes',
    `${form('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>', 'FORMCHECKBOX')}${form('<w:checkBox><w:default w:val="0"/></w:checkBox>', 'FORMCHECKBOX')}`,
    '☒☐',
  ],
  [
    'the choice of a form drop-down',
    form(
      '<w:ddList><w:result w:val="1"/><w:listEntry w:val="one"/><w:listEntry w:val="two"/></w:ddList>',
      'FORMDROPDOWN',
    ),
    'two',
  ],
  [
    'Wingdings symbols',
    '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r><w:r><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr><w:t>\uf0e0</w:t></w:r>',
    '☑→',
  ],
  ['a carriage return', '<w:r><w:t>one</w:t><w:cr/><w:t>two</w:t></w:r>', 'one  \ntwo'],
  [
    'hidden text',
    `<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>seen</w:t></w:r>`,
    'seen',
  ],
] as const;

test('a field without an end loses nothing', async () => {
  const inner = `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> IF </w:instrText></w:r><w:r><w:fldChar w:fldCharType="begin"/><w:instrText> PAGE </w:instrText><w:fldChar w:fldCharType="separate"/><w:t>7</w:t><w:fldChar w:fldCharType="end"/></w:r>${run(' kept')}`;
  expect(await body(paragraph(inner))).toBe('7 kept');
});

test('Word to Markdown keeps content that Pandoc would drop', async () => {
  expect(new WordScan().isPassedOver(documentOf(`${paragraph(run('only'))} `))).toBe(false);
  for (const [name, inner] of cases)
    expect(new WordScan().isPassedOver(documentOf(paragraph(inner))), name).toBe(true);
  const text = await markdownOf(documentOf(cases.map(([, inner]) => paragraph(inner)).join('')));
  for (const [index, said] of text.split('\n\n').entries())
    expect(said, cases[index]![0]).toBe(cases[index]![2]);
});

test('Word to Markdown keeps cells beyond the columns a table declares', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`;
  const table = (grid: string, rows: string) =>
    `<w:tbl><w:tblPr/><w:tblGrid>${grid}</w:tblGrid>${rows}</w:tbl>`;
  const row = `<w:tr>${cell('one')}${cell('two')}${cell('three')}</w:tr>`;
  for (const grid of ['', '<w:gridCol w:w="9"/>', '<w:gridCol/><w:gridCol/><w:gridCol/>'])
    expect(await body(table(grid, row)), grid).toMatch(/\| one +\| two +\| three +\|$/);
  const late = `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('late')}</w:tr>`;
  expect(await body(table('<w:gridCol w:w="9"/><w:gridCol w:w="9"/>', late))).toMatch(/\| +\| late +\|$/);
});

test('Word to Markdown reads another namespace prefix and a title of several paragraphs', async () => {
  const title = (text: string) =>
    `<x:p><x:pPr><x:pStyle x:val="Title"/></x:pPr><x:r><x:t>${text}</x:t></x:r></x:p>`;
  expect(
    await markdownOf(
      `<x:document xmlns:x="${names.w}"><x:body>${title('One')}${title('Two')}<x:p><x:r><x:t>text</x:t></x:r></x:p></x:body></x:document>`,
    ),
  ).toBe('# One\n\nTwo\n\ntext');
});
