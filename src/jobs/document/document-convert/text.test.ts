import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { corpusFile, hasCorpus, ownFile, realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-text-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function source(name: string, content: string | Buffer): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}
const tool = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8' });

async function converted(path: string, outputFormat: string, options = {}): Promise<string> {
  await using result = await runJob(job, run, path, { outputFormat, ...options });
  const copy = join(dir, `made-${result.outputs[0]!.filename}`);
  writeFileSync(copy, readFileSync(result.outputs[0]!.path));
  return copy;
}

test('converts text in any encoding to escaped UTF-8 paragraphs', async () => {
  const text = 'Zürich <b> & "kämpfen"\nzweite Zeile\n\nLetzter Absatz, größer als üblich\n';
  for (const encoding of ['utf8', 'utf-16le', 'utf-16be', 'windows-1252']) {
    const bytes = iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') });
    const html = readFileSync(await converted(source('t.txt', bytes), 'html'), 'utf8');
    expect(html).toContain('<meta charset="utf-8">');
    expect(html.match(/<p /g)).toHaveLength(2);
    expect(html).toContain('>Zürich &lt;b&gt; &amp; &quot;kämpfen&quot;<br>zweite Zeile</p>');
    expect(html).toContain('größer als üblich');
  }
});

test('reads UTF-16 without a byte order mark', async () => {
  const html = await converted(
    source('t.txt', Buffer.from('plain words in wide letters', 'utf16le')),
    'html',
  );
  expect(readFileSync(html, 'utf8')).toContain('plain words in wide letters');
});

test('reports binary content with a text name as unreadable', async () => {
  const path = source(
    't.txt',
    Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 8, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0x61, 0x62, 0, 0, 0]),
  );
  await expect(converted(path, 'html')).rejects.toMatchObject({ reason: 'unreadable_input' });
});

test('a PDF made from text contains it in every script, wrapped and paginated', async () => {
  const words = Array.from({ length: 200 }, (_, i) => `word${i}`).join(' ');
  const path = source('t.txt', `Grüße 日本語 한국어\nالعربية\nहिन्दी\n\ttabbed\n${words}\n\fafter the feed\n`);
  const pdf = await converted(path, 'pdf', { pageSize: 'a5', margins: 15 });
  expect(tool('pdfinfo', pdf)).toMatch(/Pages:\s+2\n[\s\S]*Page size:\s+419\.\d+ x 595\.\d+/);
  const first = tool('pdftotext', '-l', '1', pdf, '-').normalize('NFKC');
  for (const word of ['Grüße', '日本語', '한국어', 'العربية', 'हिन्दी', 'tabbed'])
    expect(first).toContain(word);
  expect(first.replace(/\s+/g, ' ')).toContain(words);
  expect(tool('pdftotext', '-f', '2', pdf, '-').trim()).toBe('after the feed');
  // Each line stays between the margins.
  const boxes = [...tool('pdftotext', '-bbox', pdf, '-').matchAll(/xMin="([\d.]+)".*xMax="([\d.]+)"/g)];
  expect(Math.min(...boxes.map(box => Number(box[1])))).toBeGreaterThan(42);
  expect(Math.max(...boxes.map(box => Number(box[2])))).toBeLessThan(419.6 - 42);
});

test('breaks a line without spaces and loses no text', async () => {
  const pdf = await converted(source('t.txt', 'abcdefghij'.repeat(2000)), 'pdf');
  expect(tool('pdftotext', pdf, '-').replace(/\s/g, '')).toBe('abcdefghij'.repeat(2000));
});

test('extracts text of the chosen pages of a PDF, and refuses missing pages', async () => {
  const pdf = await converted(source('pages.txt', 'one\n\ftwo\n\fthree\n'), 'pdf');
  expect(readFileSync(await converted(pdf, 'txt'), 'utf8')).toMatch(/^one\n\ftwo\n\fthree\n$/);
  expect(readFileSync(await converted(pdf, 'txt', { pages: '3,1' }), 'utf8')).toMatch(/^three\n\fone\n$/);
  await expect(converted(pdf, 'txt', { pages: '2-4' })).rejects.toMatchObject({
    reason: 'option_mismatch',
  });
});

const columns = ownFile('pdf/columns.pdf');
/** The words of a two-column page in reading order. */
const inOrder: [string, string[]][] = [
  [
    columns,
    [
      'Two-Column Document',
      'January 3, 2024',
      'Abstract',
      'This is a sample document',
      'Half of it is done.',
      'The second column says this.',
      'Here it ends.',
    ],
  ],
];
if (hasCorpus)
  inOrder.push([
    corpusFile('pdf/pdf.js__tracemonkey.pdf'),
    [
      'University of California',
      'Abstract',
      'Dynamic languages such as',
      '1.',
      'Permission to make',
      'and is used for the application logic',
      'Unlike method-based',
    ],
  ]);

test.each(inOrder)('reads columns one after the other, with headings first: %s', async (file, words) => {
  const text = readFileSync(await converted(file, 'txt'), 'utf8');
  const places = words.map(each => text.indexOf(each));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  const [, pages] = /^Pages: +(\d+)$/m.exec(tool('pdfinfo', file))!;
  expect(text.split('\f')).toHaveLength(Number(pages));
});

test('layout=layout keeps words in their positions', async () => {
  const text = readFileSync(await converted(columns, 'txt', { layout: 'layout' }), 'utf8');
  expect(text).toMatch(/It was set to see whether a reader {2,}\S/);
});

test('requires the password of an encrypted PDF', async () => {
  const locked = join(dir, 'locked.pdf');
  tool('qpdf', '--encrypt', 'openpassword', 'owner', '256', '--', columns, locked);
  const passwords = { [locked]: 'openpassword' };
  if (hasCorpus) passwords[corpusFile('pdf/sample-files__libreoffice-writer-password.pdf')] = 'openpassword';
  for (const [file, password] of Object.entries(passwords)) {
    await expect(converted(file, 'txt')).rejects.toMatchObject({ reason: 'password_required' });
    await expect(converted(file, 'txt', { password: 'wrong' })).rejects.toMatchObject({
      reason: 'password_required',
    });
    expect(readFileSync(await converted(file, 'txt', { password }), 'utf8').trim()).not.toBe('');
  }
});

test('requires the user password of a PDF whose owner password is empty', async () => {
  const locked = join(dir, 'half-locked.pdf');
  tool('qpdf', '--encrypt', 'asdfasdf', '', '256', '--allow-insecure', '--', columns, locked);
  await expect(converted(locked, 'txt')).rejects.toMatchObject({ reason: 'password_required' });
  await expect(converted(locked, 'md')).rejects.toMatchObject({ reason: 'password_required' });
  expect(readFileSync(await converted(locked, 'txt', { password: 'asdfasdf' }), 'utf8')).toContain(
    'This is a sample document',
  );
});

const noPdf = [
  source('nothing.pdf', '%PDF-1.4\nnothing'),
  source(
    'pageless.pdf',
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
  ),
];
if (hasCorpus)
  noPdf.push(
    ...[
      'pdf.js__bug1020226',
      'pdf.js__REDHAT-1531897-0',
      'pdf.js__poppler-395-0-fuzzed',
      'qpdf__bad1',
      'qpdf__issue-141a',
      'ocrmypdf__invalid',
    ].map(name => corpusFile(`pdf/${name}.pdf`)),
  );

test.each(noPdf)('reports an invalid PDF as unreadable: %s', async file => {
  await expect(converted(file, 'txt')).rejects.toMatchObject({ reason: 'unreadable_input' });
});

test('converts a PDF to Markdown and Word with headings and lists', async () => {
  const markdownOf = async (file: string, options = {}) =>
    readFileSync(await converted(file, 'md', options), 'utf8');
  const plainOfWord = async (file: string, options = {}) =>
    tool('pandoc', '-f', 'docx', '-t', 'plain', '--wrap=none', await converted(file, 'docx', options));
  expect(await markdownOf(columns)).toMatch(/^# Two-Column Document$/m);
  const tagged = ownFile('pdf/tagged.pdf');
  expect(await markdownOf(tagged)).toMatch(/This paragraph 2\.\n\n- +one\n+- +two/);
  expect(await plainOfWord(tagged)).toMatch(/This paragraph 2\.\n+- +one\n+- +two/);
  if (!hasCorpus) return;
  const paper = corpusFile('pdf/pdf.js__tracemonkey.pdf');
  const markdown = await markdownOf(paper, { pages: '1-2' });
  expect(markdown).toMatch(/^# Trace-based Just-in-Time Type Specialization for Dynamic Languages$/m);
  expect(markdown).toMatch(/^#+ Abstract$/m);
  expect(markdown).toMatch(/^- +We explain an algorithm/m);
  expect(markdown).toMatch(/Since no concrete type information is available, traditional compilers/);
  expect(await plainOfWord(paper, { pages: '1' })).toContain(
    'Dynamic languages such as JavaScript are more difficult',
  );
});

const report = `# Fruit

Some **bold words**, *italic words* and [a link](https://example.org/x) about fruit.

| Name | Amount | Price in euro | Remark |
|------|-------:|------:|--------|
| Apples | 12 | 3.50 | from the garden |
| Pears | 7 | 12.25 | a longer remark that will certainly wrap over several lines within its own cell, being long |
| Plums | 100 | 0.10 | |

- first thing
- second thing

Last words.
`;

test('converts a PDF to Markdown with its table, emphasis, links and lists', async () => {
  const docx = join(dir, 'fruit.docx');
  tool('pandoc', source('fruit.md', report), '-o', docx);
  // Laid out by two engines: one underlines the headings of a table, the other frames it.
  for (const laidOut of [docx, source('fruit-page.md', report)]) {
    const pdf = await converted(laidOut, 'pdf');
    const markdown = readFileSync(await converted(pdf, 'md'), 'utf8');
    const rows = [...markdown.matchAll(/^\|(.*)\|$/gm)].map(([, row]) =>
      row!.split('|').map(cell => cell.trim()),
    );
    expect(rows.filter((_, index) => index !== 1)).toEqual([
      ['Name', 'Amount', 'Price in euro', 'Remark'],
      ['Apples', '12', '3.50', 'from the garden'],
      [
        'Pears',
        '7',
        '12.25',
        'a longer remark that will certainly wrap over several lines within its own cell, being long',
      ],
      ['Plums', '100', '0.10', ''],
    ]);
    expect(markdown).toMatch(/^# Fruit$/m);
    expect(markdown).toMatch(
      /^Some \*\*bold words,?\*\*,? \*italic words\* and \[a link]\(https:\/\/example\.org\/x\) about/m,
    );
    expect(markdown).toMatch(/^- +first thing\n- +second thing$/m);
  }
});

test('keeps spanning cells of a fully ruled table', async () => {
  const html = source(
    'spans.html',
    '<style>td{border:1px solid black;width:8em}table{border-collapse:collapse}</style><table><tr><td colspan="2">wide one</td><td>c</td></tr><tr><td rowspan="2">tall</td><td>e</td><td>f</td></tr><tr><td>h</td><td>i</td></tr></table><p>after</p>',
  );
  const page = readFileSync(await converted(await converted(html, 'pdf'), 'html'), 'utf8');
  expect(page).toContain('<tr><th colspan="2">wide one</th><th>c</th></tr>');
  expect(page).toContain('<tr><td rowspan="2">tall</td><td>e</td><td>f</td></tr>');
  expect(page).toContain('<tr><td>h</td><td>i</td></tr>');
});

test('keeps pictures of a PDF in place in the Word file', async () => {
  const red = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#d01010' } })
    .png()
    .toBuffer();
  const html = `<p>before it</p><p><img width="200" src="data:image/png;base64,${red.toString('base64')}"></p><p>after it</p>`;
  const docx = await converted(await converted(source('picture.html', html), 'pdf'), 'docx');
  expect(tool('pandoc', docx, '-t', 'markdown', '--wrap=none')).toMatch(
    /^before it\n\n!\[\]\(media\/[^\n]+\n\nafter it$/m,
  );
  const [name] = /word\/media\/\S+/.exec(tool('unzip', '-l', docx))!;
  const { channels } = await sharp(execFileSync('unzip', ['-p', docx, name])).stats();
  expect(channels.slice(0, 3).map(channel => Math.round(channel.mean / 8))).toEqual([26, 2, 2]);
});

test('does not make a table of prose in columns, but of figures in columns', async () => {
  const tables = async (file: string) =>
    readFileSync(await converted(file, 'html'), 'utf8').match(/<table>[\s\S]*?<\/table>/g) ?? [];
  // The infobox beside the prose has names and values.
  if (hasCorpus)
    for (const box of await tables(corpusFile('pdf/pdf.js__pdfjs_wikipedia.pdf')))
      expect(box).toMatch(/Developer|Platform/);
  const countries = await tables(realFile('pdf/sample-files__multicolumn.pdf', 'pdf/columns.pdf'));
  expect(countries).toHaveLength(1);
  expect(countries[0]).toContain('<td>Austria</td><td>8.9</td><td>83,879</td><td>Vienna</td><td>German</td>');
});

test('converts pages to images of the requested resolution', async () => {
  const pdf = await converted(source('pages.txt', 'one\n\ftwo\n'), 'pdf');
  await using result = await runJob(job, run, pdf, { outputFormat: 'png', dpi: 72 });
  expect(result.outputs.map(output => output.filename)).toEqual(['made-pages-1.png', 'made-pages-2.png']);
  const png = readFileSync(result.outputs[1]!.path);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([596, 842]);
});

test('prints LaTeX on A4 or the requested paper, not on the template’s', async () => {
  const article = String.raw`\documentclass{article}\begin{document}A sum: $a^2+b^2$.\end{document}`;
  const path = source('article.tex', article);
  const paperOf = async (options: Record<string, unknown>) => {
    await using result = await runJob(job, run, path, { outputFormat: 'pdf', ...options });
    return /Page size:.*\((\w+)\)/.exec(tool('pdfinfo', result.outputs[0]!.path))?.[1];
  };
  expect(await paperOf({})).toBe('A4');
  expect(await paperOf({ pageSize: 'letter' })).toBe('letter');
});
