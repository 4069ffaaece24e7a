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
async function markdownOf(document: string, further: Record<string, string> = {}): Promise<string> {
  const own = mkdtempSync(join(dir, 'run-'));
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': document,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="s" Type="${office}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${names.w}"><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`,
    ...further,
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

test('Word to Markdown keeps the numbers of headings and clauses', async () => {
  const level = (at: number, kind: string, label: string, style = '') =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${kind}"/>${style && `<w:pStyle w:val="${style}"/>`}<w:lvlText w:val="${label}"/></w:lvl>`;
  const list = (id: number, levels: string) =>
    `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
  const lists = [
    level(0, 'decimal', '%1.', 'berschrift1') +
      level(1, 'decimal', '%1.%2') +
      level(2, 'lowerLetter', '(%3)'),
    level(0, 'chineseCounting', '第%1条'),
    level(0, 'decimal', '%1.'),
  ];
  const further = {
    'word/numbering.xml': `<w:numbering ${declared}>${lists.map((levels, at) => list(at, levels)).join('')}${lists.map((_, at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${at}"/></w:num>`).join('')}</w:numbering>`,
    'word/styles.xml': `<w:styles ${declared}><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>`,
  };
  const item = (number: number, at: number, text: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${number}"/></w:numPr><w:ind w:left="720"/></w:pPr>${run(text)}</w:p>`;
  const heading = (text: string) => `<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>${run(text)}</w:p>`;
  const text = [
    ...[heading('Scope'), item(1, 1, 'One'), item(1, 2, 'Part'), item(1, 1, 'Two'), heading('Fees')],
    ...[item(1, 1, 'Three'), item(2, 0, '你好'), paragraph(run('Plain:')), item(3, 0, 'Item')],
  ];
  expect((await markdownOf(documentOf(text.join('')), further)).split(/\n+/)).toEqual([
    ...[
      '# 1. Scope',
      '1.1 One',
      '\\(a\\) Part',
      '1.2 Two',
      '# 2. Fees',
      '2.1 Three',
      '第一条 你好',
      'Plain:',
      '1.  Item',
    ],
  ]);
});

test('Word to Markdown has a table of contents without links in links, and no deleted rows', async () => {
  const mark = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
  const number = `<w:r><w:tab/></w:r>${mark('begin')}<w:r><w:instrText> PAGEREF _T \\h </w:instrText></w:r>${mark('separate')}${run('7')}${mark('end')}`;
  const entry = `<w:hyperlink w:anchor="_T">${run('Scope')}${number}</w:hyperlink>`;
  expect(await body(paragraph(entry))).toBe('[Scope](#_T)');
  const row = (text: string, change = '') =>
    `<w:tr><w:trPr>${change}</w:trPr><w:tc>${paragraph(run(text))}</w:tc></w:tr>`;
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="9"/></w:tblGrid>${row('kept')}${row('', '<w:del w:id="1" w:author="a"/>')}</w:tbl>`;
  expect((await body(table)).split('\n')).toHaveLength(3);
});
