import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../../tests/support/run-job.ts';
import { job } from '../job.ts';
import { run } from '../run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-reading-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function source(name: string, content: string): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}
const tool = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8' });

async function converted(path: string, outputFormat: string, options: object = {}): Promise<string> {
  await using result = await runJob(job, run, path, { outputFormat, ...options });
  const copy = join(dir, `made-${result.outputs[0]!.filename}`);
  writeFileSync(copy, readFileSync(result.outputs[0]!.path));
  return copy;
}
const textOf = async (path: string, format: string): Promise<string> =>
  readFileSync(await converted(path, format), 'utf8').trim();

const prose =
  'هذه فقرة باللغة العربية تتحدث عن أعمال الشركة خلال العام الماضي، وفيها أرقام مثل 123 و 2026 وكلمات English words داخل النص، وهي طويلة بما يكفي لتمتد على أكثر من سطر واحد في الصفحة المطبوعة.';
const mirrored = `# تقرير سنوي عن الأعمال

${prose}

- البند الأول
- البند الثاني

## דוח שנתי

זוהי פסקה בעברית המדברת על עבודת החברה בשנה שעברה, ויש בה מספרים כמו 123 וגם 2026 ומילים English words בתוך הטקסט, והיא ארוכה דיה כדי להשתרע על יותר משורה אחת.`;

test('extracts right-to-left text from a PDF as written, with ligatures and foreign words', async () => {
  const markdown = source('mirrored.md', mirrored);
  const docx = join(dir, 'mirrored.docx');
  tool('pandoc', markdown, '-M', 'dir=rtl', '-o', docx);
  // Laid out by two engines.
  for (const laidOut of [markdown, docx]) {
    const pdf = await converted(laidOut, 'pdf');
    expect(await textOf(pdf, 'md')).toBe(mirrored);
    const lines = (await textOf(pdf, 'txt')).replace(/\s+/g, ' ');
    expect(lines).toContain('خلال العام الماضي، وفيها أرقام مثل 123 و 2026 وكلمات English words داخل النص،');
    expect(lines).toContain('• البند الأول • البند الثاني');
    const page = await textOf(pdf, 'html');
    expect(page).toContain('<html dir="rtl">');
  }
});

const signs = [
  'السعر 12.50 دولار [خصم 15%] مع الضريبة (VAT) بنسبة 20%.',
  'البريد info@example.com أو https://example.org/ar/page?x=1 للمزيد.',
  'الأرقام: ١٢٣٤ و ٥٦٫٧ والتاريخ ٢٠٢٦/٠٣/١٥.',
  'النسخة Node.js 24 و TypeScript 6.0 تعملان.',
  'המחיר הוא 12.50 דולר [הנחה 15%] כולל מע"מ (VAT) ב-2026.',
  'עוֹלָם עם ניקוד.',
];

test('keeps figures, punctuation, brackets and addresses in place within right-to-left lines', async () => {
  const lines = [...signs, 'تعملان معًا.'];
  const page = source('signs.html', `<html dir="rtl">${lines.map(line => `<p>${line}</p>`).join('')}</html>`);
  const docx = join(dir, 'signs.docx');
  tool('pandoc', page, '-M', 'dir=rtl', '-o', docx);
  // Laid out by two engines.
  for (const pdf of [await converted(page, 'pdf', { engine: 'weasyprint' }), await converted(docx, 'pdf')]) {
    const read = (await textOf(pdf, 'txt')).split(/\n+/);
    expect(read).toEqual(lines);
  }
});

test('reads joined letters and drawn bullets of a right-to-left page printed by a browser', async () => {
  const page = source(
    'printed.html',
    `<html dir="rtl"><meta charset="utf-8">${signs.map(line => `<p>${line}</p>`).join('')}<p>${prose}</p><ul><li>البند الأول</li><li>البند الثاني</li></ul></html>`,
  );
  const read = (await textOf(await converted(page, 'pdf', { engine: 'chromium' }), 'md')).split(/\n+/);
  expect(read.map(line => line.replaceAll('\\', ''))).toEqual([
    ...signs,
    prose,
    '- البند الأول',
    '- البند الثاني',
  ]);
});

test('marks a document as right-to-left, and its left-to-right paragraphs as such', async () => {
  const path = source('says.md', `${mirrored}\n\nAn English paragraph follows.\n`);
  const body = tool('unzip', '-p', await converted(path, 'docx'), 'word/document.xml');
  const paragraphs = [...body.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([paragraph]) => paragraph);
  const isMirrored = (words: string) => paragraphs.find(each => each.includes(words))!.includes('<w:bidi');
  expect(isMirrored('العربية')).toBe(true);
  expect(isMirrored('English paragraph')).toBe(false);
  const page = await textOf(path, 'html');
  expect(page).toMatch(/<html [^>]*dir="rtl"/);
  expect(page).toMatch(/<div dir="ltr">\s*<p>An English paragraph/);
});

test('keeps the levels and numbers of nested lists', async () => {
  const lists = `- first level one
    - second level a
        - third level
    - second level b which is a longer item that wraps over to another line because it has so many words in it, really many of them
- first level two

1. number one
    1. inner one
    2. inner two
2. number two

    another paragraph of number two

3. number three

Between them.

4. number four
5. number five`;
  const markdown = source('lists.md', lists);
  const docx = join(dir, 'lists.docx');
  tool('pandoc', '-f', 'gfm', markdown, '-o', docx);
  for (const laidOut of [markdown, docx])
    expect(await textOf(await converted(laidOut, 'pdf'), 'md')).toBe(lists);
});

test('joins text across pages without headers, footers or footnotes inside sentences', async () => {
  const words = Array.from({ length: 1500 }, (_, index) => `word${index}`);
  words[300] = 'noted<span class="note">What the note says.</span>';
  const pdf = await converted(
    source(
      'paper.html',
      `<style>@page { size: A5; @top-center { content: "The journal" } @bottom-center { content: "Page " counter(page) } } .note { float: footnote; font-size: 7pt }</style><h1>Title</h1><p>${words.join(' ')}</p><p>The end.</p>`,
    ),
    'pdf',
    // Browsers print no footnotes.
    { engine: 'weasyprint' },
  );
  expect(Number(/Pages:\s+(\d+)/.exec(tool('pdfinfo', pdf))![1])).toBeGreaterThan(3);
  const markdown = await textOf(pdf, 'md');
  expect(markdown).not.toContain('The journal');
  expect(markdown).not.toMatch(/Page \d/);
  const paragraph = markdown.split('\n\n').find(each => each.startsWith('word0'))!;
  expect(paragraph.match(/word\d+/g)).toHaveLength(1499);
  expect(markdown.indexOf('What the note says.')).toBeGreaterThan(markdown.indexOf('word1499'));
});

test('recognises a footnote on a page printed by a browser', async () => {
  const sentence = 'The wheel turns slowly in the stream and grinds the corn. '.repeat(12);
  const page = source(
    'note.html',
    `<style>body { font: 12pt serif } sup { font-size: 8pt } .notes { position: absolute; top: 240mm; font-size: 8pt }</style><h1>Title</h1><p>${sentence} It was built long ago<sup>1</sup> by the miller. ${sentence}</p><div class="notes"><sup>1</sup> Some say that it was later.</div>`,
  );
  const pdf = await converted(page, 'pdf', { engine: 'chromium' });
  const markdown = await textOf(pdf, 'md');
  expect(markdown).toContain('long ago<sup>1</sup> by the miller.');
  expect(markdown).toMatch(/^<sup>1<\/sup> Some say that it was later\.$/m);
});

test('dot leaders make neither a table nor text', async () => {
  const line = (label: string, figure: number) => `<p>${label} ${'. '.repeat(30)} ${figure}</p>`;
  const contents = ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((label, index) =>
    line(label, index + 7),
  );
  const page = await textOf(await converted(source('dots.html', contents.join('')), 'pdf'), 'html');
  expect(page).not.toContain('. .');
  expect(page).toMatch(/First[\s\S]*7[\s\S]*Fifth[\s\S]*11/);
});

const cells = (rows: string[][]): string =>
  rows.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('');

test('keeps rows of small borderless tables apart, and does not make a table of text side by side', async () => {
  const style =
    'body { font: 10pt DejaVu Sans } td { padding: 1pt 8pt 1pt 0; vertical-align: top } .r td + td { text-align: right } .sides { display: flex; justify-content: space-between }';
  const invoice = [
    ['<b>Item</b>', '<b>Quantity</b>', '<b>Unit price</b>', '<b>Amount</b>'],
    [
      'Consulting on the engine, with all that it takes to travel to the place and back',
      '8 h',
      '£120.00',
      '£960.00',
    ],
    ['Gears', '40', '£2.50', '£100.00'],
    ['', '', 'Total', '£1,060.00'],
  ];
  const beside = 'was said of them in town and in the country all year';
  const path = source(
    'tables.html',
    `<style>${style}</style><p>A first paragraph.</p>
<table>${cells([
      ['Name', 'Role', 'Town'],
      ['Anna', 'Engineer', 'Oslo'],
      ['Bob', 'Designer', 'Rome'],
    ])}</table><p>Key facts:</p>
<table>${cells([
      ['Invoice no.', '2026-0042'],
      ['Due', '17 March 2026'],
      ['Customer', 'Ada Lovelace Ltd.'],
    ])}</table><p>Then</p>
<table class="r" style="width: 30em">${cells(invoice)}</table><p>and</p>
<table class="r">${cells([
      ['Net', '1,060.00'],
      ['VAT', '212.00'],
    ])}</table>
<div class="sides"><div>Filemill Ltd.<br>12 Mill Lane<br>Oxford OX1 2AB</div><div>Ada Lovelace<br>5 Analytical Street<br>London W1</div></div>
<p>This is a paragraph that is as wide as the page is, since it goes on and on until there is no more room for it here.</p>
<div style="columns: 2"><p>In 2024 much ${beside}, and in 2025 more ${beside}, and in 2026 the most ${beside}.</p></div>`,
  );
  const made = (await textOf(await converted(path, 'pdf'), 'md')).replace(/ +/g, ' ').replace(/-+/g, '-');
  expect(made).toContain(
    '| Name | Role | Town |\n| - | - | - |\n| Anna | Engineer | Oslo |\n| Bob | Designer | Rome |',
  );
  expect(made).toContain('| Due | 17 March 2026 |\n| Customer | Ada Lovelace Ltd. |');
  expect(made).toContain(`| Item | Quantity | Unit price | Amount |
| - | - | - | - |
| ${invoice[1]!.join(' | ')} |
| Gears | 40 | £2.50 | £100.00 |
| | | Total | £1,060.00 |`);
  expect(made).toContain('| Net | 1,060.00 |\n| - | - |\n| VAT | 212.00 |');
  expect(made).toContain('Filemill Ltd.\n\n12 Mill Lane\n\nOxford OX1 2AB');
  expect(made).toContain(`In 2024 much ${beside}, and in 2025 more ${beside}, and in 2026 the most`);
  expect(made.match(/^\| -/gm)).toHaveLength(4);
});

test('reports how many pages have text', async () => {
  const mixed = await converted(
    source(
      'scan.html',
      '<p>typed</p><div style="break-before:page"><svg width="600" height="800"><rect width="600" height="800"/></svg></div>',
    ),
    'pdf',
  );
  const scan = join(dir, 'scan.pdf');
  tool('qpdf', mixed, '--pages', mixed, '2', '--', scan);
  const factsOf = async (path: string, options: Record<string, unknown>) => {
    await using result = await runJob(job, run, path, { ocr: 'never', ...options });
    return result.outputs[0]!.metadata;
  };
  for (const outputFormat of ['txt', 'html']) {
    expect(await factsOf(mixed, { outputFormat })).toEqual({ pages: 2, textPages: 1 });
    expect(await factsOf(scan, { outputFormat })).toEqual({ pages: 1, textPages: 0 });
  }
  expect(await factsOf(scan, { outputFormat: 'txt', layout: 'layout' })).toMatchObject({ textPages: 0 });
});

test('superscripts make no headings, links cover their words, and code keeps its lines', async () => {
  const path = source(
    'marked.html',
    `<style>body { font-family: DejaVu Serif } pre { font-family: DejaVu Sans Mono }</style><h1>Title</h1>
<p>The first sentence of this paragraph carries a note<sup>12</sup> and goes on for quite a while until it wraps over.</p>
<p>See the <a href="https://example.org/a">linked words</a> and (<a href="https://example.org/b">these</a>) too.</p>
<pre>def run(x):
    if x &lt; 2:
        return 1

    return   2
</pre>`,
  );
  const made = await textOf(await converted(path, 'pdf'), 'md');
  expect(made).toBe(`# Title

The first sentence of this paragraph carries a note<sup>12</sup> and goes on for quite a while until it wraps over.

See the [linked words](https://example.org/a) and ([these](https://example.org/b)) too.

\`\`\`
def run(x):
    if x < 2:
        return 1

    return   2
\`\`\``);
});
