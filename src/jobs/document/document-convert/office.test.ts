import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { corpusFile, hasCorpus, ownFile } from '../../../../tests/support/corpus.ts';
import { lockOffice } from '../../../../tests/support/files/lock-office.ts';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { writeZip } from '../../../containers/write-zip.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-office-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function source(name: string, content: string | Uint8Array): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}
const tool = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8' });

async function converted(path: string, outputFormat: string, options = {}): Promise<string> {
  await using result = await runJob(job, run, path, { outputFormat, ...options });
  return source(`made-${result.outputs[0]!.filename}`, readFileSync(result.outputs[0]!.path));
}
const failure = (reason: string) => ({ reason });

const report = source(
  'report.md',
  '# First\n\nGrüße, déjà vu\n\n## Part\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n# Second\n\ntext\n',
);

test('converts Markdown to a PDF with its text, table and a bookmark for each heading', async () => {
  const pdf = await converted(report, 'pdf', { pageSize: 'letter' });
  expect(tool('pdfinfo', pdf)).toMatch(/Page size:\s+612 x 792/);
  const text = tool('pdftotext', '-layout', pdf, '-');
  expect(text).toMatch(/First[\s\S]*Grüße, déjà vu[\s\S]*Part[\s\S]*1 +2[\s\S]*Second/);
  expect(tool('qpdf', '--json', '--json-key=outlines', pdf)).toContain('"Second"');
  const bare = await converted(report, 'pdf', { exportBookmarks: false });
  expect(tool('qpdf', '--json', '--json-key=outlines', bare)).not.toContain('"Second"');
});

test('right-to-left text can be extracted from a PDF as it was written', async () => {
  const lines = ['مرحبا بالعالم', 'هذه فقرة باللغة العربية', 'שלום עולם', 'זוהי פסקה בעברית'];
  const pdf = await converted(source('rtl.md', `# ${lines.join('\n\n')}\n\nmixed: שלום, مرحبا\n`), 'pdf');
  // Poppler marks the direction of each run.
  const read = tool('pdftotext', pdf, '-').replace(/[\u200e\u200f\u202a-\u202e]/g, '');
  for (const line of [...lines, 'mixed:']) expect(read).toContain(line);
});

test('a Word document keeps its content through PDF, OpenDocument and back to Markdown', async () => {
  const docx = await converted(report, 'docx');
  const pdf = await converted(docx, 'pdf');
  expect(tool('pdftotext', pdf, '-')).toMatch(/First[\s\S]*Grüße, déjà vu/);
  expect(tool('pdfinfo', await converted(docx, 'pdf', { pageSize: 'a5', orientation: 'landscape' }))).toMatch(
    /Page size:\s+595\.\d+ x 419\.\d+/,
  );
  const archival = await converted(docx, 'pdf', { pdfa: true, pdfua: true });
  expect(tool('pdfinfo', '-meta', archival)).toMatch(/pdfaid:part>2<[\s\S]*pdfuaid:part>1</);
  expect(tool('pdfinfo', archival)).toMatch(/Title:\s+\S[\s\S]*Tagged:\s+yes/);
  const odt = await converted(docx, 'odt');
  expect(readFileSync(await converted(odt, 'md'), 'utf8')).toMatch(
    /^# First\n\nGrüße, déjà vu\n\n## Part\n\n\|/,
  );
  await expect(converted(docx, 'pdf', { pages: '7-9' })).rejects.toMatchObject(failure('option_mismatch'));
});

test('prints a commented document without its comments and applies the page size', async () => {
  const marked = source(
    'comment.md',
    'before [the remark]{.comment-start id="0" author="A"}these words[]{.comment-end id="0"} after\n',
  );
  const docx = join(dir, 'comment.docx');
  tool('pandoc', marked, '-o', docx);
  const pdf = await converted(docx, 'pdf', { pageSize: 'a5' });
  expect(tool('pdftotext', pdf, '-').trim()).toBe('before these words after');
  expect(tool('pdfinfo', pdf)).toMatch(/Page size:\s+419\.\d+ x 595\.\d+/);
  expect(tool('unzip', '-p', await converted(docx, 'odt'), 'content.xml')).toContain('the remark');
});

test('a Word document keeps its formulas and its last table when it is written as another one', async () => {
  const docx = join(dir, 'formula.docx');
  tool(
    'pandoc',
    source(
      'formula.md',
      'see $\\frac{m}{v}$ [why?]{.comment-start id="0" author="A"}there[]{.comment-end id="0"}\n\n  one two\n  --- ---\n  1   2\n',
    ),
    '-o',
    docx,
  );
  for (const format of ['doc', 'rtf']) {
    const read = tool('pandoc', '-t', 'markdown', await converted(await converted(docx, format), 'docx'));
    expect(read).toContain('\\frac{m}{v}');
    // A table at the end became a line of text in a doc.
    expect(read).toMatch(/one +two/);
  }
});

test('scales a wide sheet to fit the paper', async () => {
  const wide = Array.from({ length: 14 }, (_, index) => `column number ${index}`).join(',');
  const pdf = await converted(source('wide.csv', `${wide}\n${wide}\n`), 'pdf');
  expect(tool('pdfinfo', pdf)).toMatch(/Pages:\s+1\n/);
  expect(tool('pdftotext', pdf, '-')).toContain('column number 13');
});

test('prints a CSV completely, with column widths that fit and long text wrapped', async () => {
  const long = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
  const rows = ['id,name,text,city', `1,Ada Lovelace,${long},London`, '2,Grace Hopper,short,New York'];
  const pdf = await converted(source('people.csv', `${rows.join('\n')}\n`), 'pdf');
  const lines = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
  expect(lines.split('\f')).toHaveLength(2);
  for (const said of ['Ada Lovelace', 'London', 'New York', ...long.split(' ')])
    expect(lines).toMatch(new RegExp(`\\b${said}\\b`));
  // LibreOffice would make up a title such as the name of the sheet.
  expect(tool('pdfinfo', pdf)).not.toMatch(/^Title: +\S/m);
  // Text that lies over other text would stand in one line with it.
  expect(/^.*word39.*$/m.exec(lines)![0]).not.toContain('Grace');
  expect(/^.*Grace Hopper.*$/m.exec(lines)![0]).toMatch(/2\s+Grace Hopper\s+short\s+New York/);
});

const hideSecondSlide = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as deck, zipfile.ZipFile(sys.argv[2], "w") as made:
    for name in deck.namelist():
        content = deck.read(name)
        if name == "ppt/slides/slide1.xml":
            field = b'</a:t></a:r><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr/><a:t>9</a:t></a:fld>'
            content = content.replace(b"below one</a:t></a:r>", b"below " + field)
        made.writestr(name, content.replace(b"<p:sld ", b'<p:sld show="0" ') if name == "ppt/slides/slide2.xml" else content)
`;

test('converts the titles, lists, tables, pictures and notes of slides', async () => {
  const picture = source(
    'dot.png',
    await sharp({ create: { width: 80, height: 80, channels: 3, background: '#f00' } })
      .png()
      .toBuffer(),
  );
  const deck = join(dir, 'deck.pptx');
  const slides = [
    '## A first title\n\n- one **bold**\n  - below one\n- two [a link](https://example.com/x)\n\n::: notes\nWhat the speaker says.\n:::\n',
    '## Numbers\n\n| a | b |\n|---|---|\n| 1 | x & y |\n',
    `## Seen\n\n![the dot](${picture})\n`,
  ];
  tool('pandoc', source('deck.md', slides.join('\n')), '-o', deck);
  const html = readFileSync(await converted(deck, 'html'), 'utf8');
  expect(html).toMatch(
    /<h2>A first title<\/h2>\s*<ul>\s*<li>one <strong>bold<\/strong>\s*<ul>\s*<li>below one/,
  );
  expect(html).toContain('<a href="https://example.com/x">a link</a>');
  expect(html).toMatch(/Notes.*\s*<p>What the speaker says\.<\/p>/);
  expect(html).toMatch(/<th>a<\/th><th>b<\/th>[\s\S]*<td>1<\/td><td>x &amp; y<\/td>/);
  const [, drawn] = /<img alt="[^"]*" src="data:image\/png;base64,([^"]+)"/.exec(html)!;
  const { dominant } = await sharp(Buffer.from(drawn!, 'base64')).stats();
  expect(dominant.r).toBeGreaterThan(200);
  expect(dominant.g).toBeLessThan(50);
  const text = readFileSync(await converted(deck, 'txt'), 'utf8');
  expect(text.split('\f')[0]).toBe(
    'A first title\n\n- one bold\n  - below one\n- two a link\n\nNotes:\nWhat the speaker says.\n',
  );
  expect(text).toContain('a\tb\n1\tx & y\n');
  expect(readFileSync(await converted(deck, 'md'), 'utf8')).toMatch(/\| a +\| b +\|/);
  const hiding = join(dir, 'hiding.pptx');
  tool('/usr/bin/python3', '-c', hideSecondSlide, deck, hiding);
  for (const outputFormat of ['txt', 'pdf']) {
    await using result = await runJob(job, run, hiding, { outputFormat });
    expect(result.warnings).toEqual([{ code: 'content_dropped', detail: 'hidden_slides' }]);
    if (outputFormat === 'txt')
      expect(readFileSync(result.outputs[0]!.path, 'utf8')).toContain('  - below 1\n');
  }
});

test('prints slide shows like other slides', async () => {
  const types = {
    ppsx: 'application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml',
    ppsm: 'application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml',
  };
  for (const [extension, type] of Object.entries(types)) {
    const show = source(`show.${extension}`, readFileSync(ownFile('documents/slides.pptx')));
    const declared = tool('unzip', '-p', show, '\\[Content_Types\\].xml');
    source('[Content_Types].xml', declared.replace(/application\/[^"]*presentation\.main\+xml/, type));
    tool('zip', '-jq', show, join(dir, '[Content_Types].xml'));
    expect(tool('unzip', '-p', show, '\\[Content_Types\\].xml')).toContain(type);
    expect(tool('pdftotext', await converted(show, 'pdf'), '-')).toContain('One slide, and what it says');
  }
});

test('does not print a file that is not an Office file as text', async () => {
  for (const name of ['x.doc', 'x.docx', 'x.rtf', 'x.ppt', 'x.xlsb', 'x.odt']) {
    await expect(
      converted(source(name, 'only some words, and a few more of them to be sure'), 'pdf'),
      name,
    ).rejects.toMatchObject(failure('unreadable_input'));
  }
});

test('refuses a zip bomb before opening it', async () => {
  const zeros = source('zeros', Buffer.alloc(60_000_000));
  const bomb = join(dir, 'bomb.docx');
  await writeZip(bomb, [{ name: 'word/document.xml', path: zeros }]);
  await expect(converted(bomb, 'pdf')).rejects.toMatchObject(failure('limit_exceeded'));
  await expect(converted(bomb, 'md')).rejects.toMatchObject(failure('limit_exceeded'));
});

test('opens a modern encrypted Office file only with its password', async () => {
  const password = 'Pässwort 1';
  const docx = source('locked.docx', lockOffice(readFileSync(await converted(report, 'docx')), password));
  const sheet = await converted(source('cells.csv', 'a,b\n1,a locked cell\n'), 'xlsx');
  const xlsx = source('locked.xlsx', lockOffice(readFileSync(sheet), password));
  expect(tool('pdftotext', await converted(docx, 'pdf', { password }), '-')).toContain('Grüße, déjà vu');
  expect(readFileSync(await converted(docx, 'md', { password }), 'utf8')).toContain('Grüße, déjà vu');
  expect(tool('pandoc', '-t', 'plain', await converted(docx, 'docx', { password }))).toContain(
    'Grüße, déjà vu',
  );
  expect(readFileSync(await converted(xlsx, 'csv', { password }), 'utf8')).toContain('1,a locked cell');
  expect(tool('pdftotext', await converted(xlsx, 'pdf', { password }), '-')).toContain('a locked cell');
  for (const [file, to] of [
    [docx, 'pdf'],
    [xlsx, 'csv'],
    [xlsx, 'pdf'],
  ] as const)
    for (const options of [{}, { password: 'wrong' }])
      await expect(converted(file, to, options), to).rejects.toMatchObject(failure('password_required'));
});

test('refuses entity expansion bombs in any part of a document', async () => {
  const laughs = `<!DOCTYPE a [<!ENTITY e0 "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')}]><a>&e9;</a>`;
  const hidden = `<?xml version="1.0"?><!--${'<a> '.repeat(25_000)}-->${laughs}`;
  const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${laughs}`, 'utf16le');
  for (const [file, part] of [
    ['laughs.docx', 'word/document.xml'],
    ['laughs.docx', 'word/document.bin'],
    ['laughs.odt', 'content.xml'],
    ['laughs.epub', 'c.xhtml'],
  ] as const)
    for (const content of [laughs, hidden, wide]) {
      const bomb = join(dir, file);
      await writeZip(bomb, [{ name: part, path: source('part', content) }]);
      for (const to of ['pdf', 'txt'])
        await expect(converted(bomb, to), `${part} to ${to}`).rejects.toMatchObject(
          failure('limit_exceeded'),
        );
    }
});

test('does not include files outside the document', async () => {
  const secret = source('secret.txt', 'TOPSECRET');
  const html = source(
    'p.html',
    `<p>seen</p><img src="file://${secret}" alt="alt"><iframe src="file://${secret}"></iframe><object data="file://${secret}"></object><link rel="stylesheet" href="file://${secret}"><embed src="${secret}">`,
  );
  const pdf = await converted(html, 'pdf');
  expect(tool('pdftotext', pdf, '-')).toContain('seen');
  expect(readFileSync(pdf).includes('TOPSECRET')).toBe(false);
  expect(tool('pdfdetach', '-list', pdf)).toMatch(/^0 /);
  const docx = await converted(html, 'docx');
  expect(tool('unzip', '-p', docx)).not.toContain('TOPSECRET');
  const rst = source('p.rst', `seen\n\n.. include:: ${secret}\n\n.. csv-table::\n   :file: ${secret}\n`);
  const tex = source('p.tex', `seen \\input{${secret}} \\include{${secret}}`);
  for (const path of [rst, tex]) {
    const made = await converted(path, 'txt').then(
      output => readFileSync(output, 'utf8'),
      error => (error as { reason: string }).reason,
    );
    expect(made).toMatch(/seen|unreadable_input/);
    expect(made).not.toContain('TOPSECRET');
  }
});

const countPages = async (path: string, options = {}): Promise<number> =>
  Number(/Pages:\s+(\d+)/.exec(tool('pdfinfo', await converted(path, 'pdf', options)))![1]);

test.runIf(runsAll)('old, commented, linked and encrypted documents keep their text in a PDF', async () => {
  const read = async (name: string, options = {}) =>
    tool('pdftotext', await converted(ownFile(`documents/${name}`), 'pdf', options), '-');
  for (const name of ['old.doc', 'old.rtf'])
    expect(await read(name), name).toMatch(
      /Orchard[\s\S]*Grüße[\s\S]*both columns[\s\S]*two rows[\s\S]*pears/,
    );
  expect(await read('comment.docx')).toContain('that somebody asked about');
  expect(await read('external.docx')).toContain('a link elsewhere');
  const slides = lockOffice(readFileSync(ownFile('documents/slides.pptx')), 'open');
  const locked = [ownFile('documents/locked.doc'), source('locked.pptx', slides)];
  for (const file of locked) {
    for (const options of [{}, { password: 'wrong' }])
      await expect(converted(file, 'pdf', options), file).rejects.toMatchObject(failure('password_required'));
    expect(await countPages(file, { password: 'open' })).toBe(1);
  }
  const half = readFileSync(ownFile('documents/comment.docx')).subarray(0, 2000);
  await expect(converted(source('half.docx', half), 'pdf')).rejects.toMatchObject(
    failure('unreadable_input'),
  );
  const xls = await converted(ownFile('spreadsheets/old.xls'), 'csv');
  expect(readFileSync(xls, 'utf8')).toContain('Test spreadsheet');
  const headings = '# One\n\n## Two\n\ntext\n';
  const odt = join(dir, 'headings.odt');
  tool('pandoc', source('headings.md', headings), '-o', odt);
  expect(readFileSync(await converted(odt, 'md'), 'utf8').trim()).toBe(headings.trim());
});

test.runIf(hasCorpus && runsAll)('the corpus: old, locked, broken and awkward documents', async () => {
  const file = (name: string) => corpusFile(`documents/${name}`);
  const pages = (name: string, options = {}) => countPages(file(name), options);
  expect(await pages('format-corpus__PDF-Sample-Document-Fully-Featured-Layout.docx')).toBe(3);
  for (const name of [
    'poi__Word6.doc',
    'poi__table-merges.doc',
    'tika__testRTFVarious.rtf',
    'poi__comment.docx',
    'tika__testPPT_embeddedMP3.pptx',
    'tika__testExternalRefs.docx',
  ]) {
    expect(await pages(name), name).toBeGreaterThan(0);
  }
  const slides = 'tika__testPPT_protected_passtika.pptx';
  await expect(converted(file(slides), 'pdf')).rejects.toMatchObject(failure('password_required'));
  await expect(converted(file(slides), 'pdf', { password: 'wrong' })).rejects.toMatchObject(
    failure('password_required'),
  );
  expect(await pages(slides, { password: 'tika' })).toBe(1);
  const agile = file('poi__bug53475-password-is-pass.docx');
  expect(readFileSync(await converted(agile, 'md', { password: 'pass' }), 'utf8')).toContain(
    'password protected document',
  );
  expect(tool('pdftotext', await converted(agile, 'pdf', { password: 'pass' }), '-')).toContain(
    'password protected document',
  );
  for (const outputFormat of ['md', 'pdf'])
    for (const options of [{}, { password: 'wrong' }])
      await expect(converted(agile, outputFormat, options)).rejects.toMatchObject(
        failure('password_required'),
      );
  await expect(converted(file('poi__PasswordProtected.doc'), 'pdf')).rejects.toMatchObject(
    failure('password_required'),
  );
  for (const name of ['poi__truncated62886.docx', 'tika__testWORD_truncated.docx']) {
    await expect(converted(file(name), 'pdf'), name).rejects.toMatchObject(failure('unreadable_input'));
  }
  const truth = readFileSync(corpusFile('documents/truth/pandoc__headers.md'), 'utf8').trim();
  expect(readFileSync(await converted(file('pandoc__headers.odt'), 'md'), 'utf8').trim()).toBe(truth);
  const locked = corpusFile('spreadsheets/poi__protected_passtika.xlsx');
  expect(readFileSync(await converted(locked, 'csv', { password: 'tika' }), 'utf8').length).toBeGreaterThan(
    10,
  );
  expect(
    readFileSync(await converted(corpusFile('spreadsheets/poi__SampleSS.xls'), 'csv'), 'utf8'),
  ).toContain('Test spreadsheet');
});
