import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeZip } from '../../containers/write-zip.ts';
import type { FormatId } from '../../formats/formats.ts';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-pandoc-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let runs = 0;
async function converted(input: string, from: FormatId, to: FormatId, named?: string): Promise<string> {
  const own = mkdtempSync(join(dir, `run-${runs++}-`));
  const output = named ?? join(own, `out.${to}`);
  const request = { from, to, input, output, stem: 'in', dir: own, last: true, options: {} };
  await convert({ ...request, progress() {} });
  return readFileSync(output, 'utf8').trim();
}
function source(name: string, content: string): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

async function word(main: string, relations: string, body: string): Promise<string> {
  const parts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${main}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>${body}</w:body></w:document>`,
  };
  const files = Object.entries(parts).map(([name, content], index) => ({
    name,
    path: source(`part-${index}`, content),
  }));
  const path = join(dir, 'made.docx');
  await writeZip(path, files);
  return path;
}
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const today = [
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
] as const;

test('reads text boxes of a Word file once, after the paragraph that holds them', async () => {
  const box = (text: string) =>
    `<w:txbxContent>${paragraph(text)}${paragraph(`${text} too`)}</w:txbxContent>`;
  const holder = (text: string, inner: string) =>
    `<w:p><w:r><w:t>${text}</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${inner}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${inner}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  const old = `<w:p><w:r><w:pict><v:textbox>${box('old box')}</v:textbox></w:pict></w:r><w:r><w:t>holder</w:t></w:r></w:p>`;
  const path = await word(...today, `${holder('first', box('boxed'))}${old}${paragraph('last')}`);
  expect(await converted(path, 'docx', 'md')).toBe(
    ['first', 'boxed', 'boxed too', 'holder', 'old box', 'old box too', 'last'].join('\n\n'),
  );
});

test('keeps Markdown lines that begin with a colon or a tilde, and reads definitions', async () => {
  const lines = source('signs.md', 'Note\n\n:warning: hot\n\nOld\n~~gone~~ new\n');
  expect(await converted(lines, 'md', 'txt')).toBe('Note\n\n⚠️ hot\n\nOld ~~gone~~ new');
  const terms = source('terms.md', 'Tea\n: a drink\n');
  expect(await converted(terms, 'md', 'txt')).toMatch(/^Tea\n\n? +a drink$/);
});

test('reads a Word table without column definitions, and does not show direction marks', async () => {
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
  const cell = (text: string, span = 1) =>
    `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const table = `<w:tbl><w:tblPr/>${row(cell('both', 2))}${row(cell('left'), cell('right'))}</w:tbl>`;
  const mirrored = '<w:p><w:r><w:rPr><w:rtl/></w:rPr><w:t>שלום</w:t></w:r></w:p>';
  const text = await converted(await word(...today, `${table}${mirrored}`), 'docx', 'md');
  expect(text).toMatch(/both[\s\S]*left[\s\S]*right[\s\S]*\n\nשלום$/);
});

test('reads a strict OOXML Word file', async () => {
  const path = await word(
    'http://purl.oclc.org/ooxml/wordprocessingml/main',
    'http://purl.oclc.org/ooxml/officeDocument/relationships',
    paragraph('strictly said'),
  );
  expect(await converted(path, 'docx', 'md')).toBe('strictly said');
});

test('keeps task-list ticks, names alerts, and replaces divs by their content', async () => {
  const alerts = '> [!NOTE]\n> Mind *it*.\n\n> [!tip]- Own **title**\n\n> [quoted]\n';
  const tasks = source(
    'tasks.md',
    `- [x] done\n- [ ] open\n- [link](https://example.org)\n\na. letter\n\n${alerts}`,
  );
  expect(await converted(tasks, 'md', 'md')).toContain('-   [x] done\n-   [ ] open\n-   [link]');
  const text = await converted(tasks, 'md', 'txt');
  expect(text).toMatch(/☒ done\n.*☐ open[\s\S]*a\. +letter/);
  expect(text).toMatch(/\n {2}Note\n\n {2}Mind it\.\n\n {2}Own title\n\n {2}\[quoted\]$/);
  const page = source(
    'tasks.html',
    '<ul><li><input type="checkbox" checked>done<li><input type=checkbox>open</ul>',
  );
  expect(await converted(page, 'html', 'md')).toBe('-   [x] done\n-   [ ] open');
  const note = source('note.rst', 'Before\n\n.. note:: Take *care*.\n');
  expect(await converted(note, 'rst', 'md')).toBe('Before\n\nNote\n\nTake *care*.');
});

test('leaves out elements of a page that are not shown, and no others', async () => {
  const page = source(
    'hidden.html',
    `<div class="x" style="color: red; display:none"><div>menu</div></div><p>One <b hidden>no</b>two</p>
    <div title="hidden">three</div><img hidden><section hidden>open</p><p>four`,
  );
  expect(await converted(page, 'html', 'txt')).toBe('One two\n\nthree\n\nopen\n\nfour');
});

test('spreads a document over slides, each under its heading and not overfull', async () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
  const items = Array.from({ length: 30 }, (_, index) => `${index + 1}. item ${index + 1}`).join('\n');
  const rows = Array.from({ length: 25 }, (_, index) => `| row ${index} | ${index} |`).join('\n');
  const lines = Array.from({ length: 24 }, (_, index) => `line ${index}`);
  const verses = [lines.slice(0, 7), lines.slice(7)].map(verse => verse.join('\\\n')).join('\n\n');
  const path = source(
    'talk.md',
    `# Opening\n\n${words}\n\n## Points\n\n${items}\n\n## Figures\n\nBefore it.\n\n| a | b |\n|---|---|\n${rows}\n\n## Poem\n\n${verses}\n`,
  );
  const own = mkdtempSync(join(dir, 'slides-'));
  const output = join(own, 'out.pptx');
  const request = {
    from: 'md' as const,
    to: 'pptx' as const,
    input: path,
    output,
    stem: 'talk',
    dir: own,
    last: true,
    options: {},
  };
  await convert({ ...request, progress() {} });
  const slides = execFileSync('unzip', ['-Z1', output, 'ppt/slides/slide*.xml'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .sort((a, b) => Number(/\d+/.exec(a)![0]) - Number(/\d+/.exec(b)![0]))
    .map(name => execFileSync('unzip', ['-p', output, name], { encoding: 'utf8' }))
    .map(xml => [...xml.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(match => match[1]).join(' '));
  expect(slides.length).toBeGreaterThan(8);
  for (const slide of slides) {
    expect(slide).toMatch(/^(Opening|Points|Figures|Poem)/);
    expect(slide.length).toBeLessThan(700);
    expect(slide.match(/(?:row|line) \d+/g)?.length ?? 0).toBeLessThanOrEqual(10);
  }
  const all = slides.join(' ');
  expect(all.match(/word\d+/g)).toHaveLength(400);
  expect(all.match(/item \d+/g)).toHaveLength(30);
  expect(all.match(/row \d+/g)).toHaveLength(25);
  expect(all.match(/line \d+/g)).toHaveLength(24);
});

test('keeps formulas as MathML in HTML, whether it is the last step or not', async () => {
  const path = source('formula.md', '$$\\frac{a}{b}$$\n');
  for (const last of [true, false]) {
    const own = mkdtempSync(join(dir, 'step-'));
    const output = join(own, 'out.html');
    const request = {
      from: 'md' as const,
      to: 'html' as const,
      input: path,
      output,
      stem: 'in',
      dir: own,
      last,
      options: {},
    };
    await convert({ ...request, progress() {} });
    expect(readFileSync(output, 'utf8')).toContain('<mfrac><mi>a</mi><mi>b</mi></mfrac>');
  }
});

test('includes the title block of a document in its text', async () => {
  const path = source(
    'paper.tex',
    '\\title{A Paper}\\author{Ann \\and Bob}\\date{May}\\begin{document}\\maketitle\\begin{abstract}In short.\\end{abstract}\\section{One}Words.\\end{document}',
  );
  expect(await converted(path, 'tex', 'md')).toBe(
    '# A Paper\n\nAnn\n\nBob\n\nMay\n\nIn short.\n\n# One\n\nWords.',
  );
  const styled = (style: string, text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const docx = await word(
    ...today,
    `${styled('Title', 'The Title')}${styled('Author', 'Ann')}${paragraph('Words.')}`,
  );
  for (const to of ['md', 'txt'] as const)
    expect(await converted(docx, 'docx', to)).toMatch(/The Title\n\nAnn\n\nWords\.$/);
  const front = source('front.md', '---\ntitle: The Title\ntags: [a, b]\n---\n\nWords.\n');
  expect(await converted(front, 'md', 'md')).toMatch(
    /^---\n[\s\S]*tags:\n- a\n- b\n[\s\S]*title: The Title\n---\n\nWords\.$/,
  );
  expect(await converted(front, 'md', 'txt')).toMatch(/The Title\n\nWords\.$/);
  const page = source(
    'page.html',
    '<html><head><title>Tab</title></head><body><h1>Head</h1><p>Words.</p></body></html>',
  );
  expect(await converted(page, 'html', 'md')).toBe('# Head\n\nWords.');
});

test('shows an EPUB’s pictures that are wrapped in SVG, and its cover once', async () => {
  const wrapped = (name: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><body><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"><image width="9" height="9" xlink:href="${name}"/></svg></body></html>`;
  const parts: Record<string, string> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'b.opf':
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">i</dc:identifier><dc:title>t</dc:title><dc:language>en</dc:language><meta name="cover" content="c"/></metadata><manifest><item id="c" href="cover.png" media-type="image/png" properties="cover-image"/><item id="p" href="plate.png" media-type="image/png"/><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    'cover.png': 'cover bytes',
    'plate.png': 'plate bytes',
    'a.xhtml': wrapped('cover.png'),
    'b.xhtml': wrapped('plate.png'),
  };
  const path = join(dir, 'made.epub');
  await writeZip(
    path,
    Object.entries(parts).map(([name, content], index) => ({ name, path: source(`book-${index}`, content) })),
  );
  const text = await converted(path, 'epub', 'md');
  const base64 = (bytes: string) => Buffer.from(bytes).toString('base64');
  expect(text.split(base64('cover bytes'))).toHaveLength(2);
  // As a page, the cover comes before the title, which is that of the book.
  const page = await converted(path, 'epub', 'html');
  expect(page).toContain('<title>t</title>');
  expect(page.split(base64('cover bytes'))).toHaveLength(2);
  expect(page.indexOf(base64('cover bytes'))).toBeLessThan(page.indexOf('<h1 class="title">t</h1>'));
  expect(page).toContain(base64('plate bytes'));
  expect(text.split(base64('plate bytes'))).toHaveLength(2);
  expect(text).not.toContain('svg');
});

test('reads formulas of its own OpenDocument text, in a line and apart', async () => {
  const formulas = join(dir, 'formulas.odt');
  await converted(source('formulas.md', 'In $x^2$ a line\n\n$$y$$\n'), 'md', 'odt', formulas);
  expect(await converted(formulas, 'odt', 'md')).toBe('In $x^{2}$ a line\n\n$$y$$');
});

test('writes OpenDocument text in Arabic right to left, and in English left to right', async () => {
  const stylesOf = async (text: string) => {
    const own = mkdtempSync(join(dir, 'odt-'));
    const output = join(own, 'out.odt');
    const request = {
      from: 'md' as const,
      to: 'odt' as const,
      input: source('way.md', text),
      output,
      stem: 'in',
      dir: own,
    };
    await convert({ ...request, last: true, options: {}, progress() {} });
    const styles = execFileSync('unzip', ['-p', output, 'styles.xml'], { encoding: 'utf8' });
    execFileSync('python3', ['-c', 'import sys, xml.dom.minidom as x; x.parseString(sys.stdin.read())'], {
      input: styles,
    });
    return styles;
  };
  const arabic = await stylesOf('هذه فقرة باللغة العربية\n');
  expect(arabic).toMatch(/<style:page-layout-properties style:writing-mode="rl-tb"/);
  expect(arabic).toMatch(
    /style:family="paragraph">\s*<style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="right"/,
  );
  expect(await stylesOf('An English paragraph\n')).not.toContain('rl-tb');
});

test('keeps the title of an HTML page without a head as title and not as a paragraph', async () => {
  const page = source('headless.html', '<!DOCTYPE html><meta charset="utf-8"><TITLE>named</TITLE><p>body');
  expect(await converted(page, 'html', 'md')).toBe('body');
  const book = join(dir, 'headless.epub');
  await converted(page, 'html', 'epub', book);
  expect(execFileSync('unzip', ['-p', book, 'EPUB/content.opf'], { encoding: 'utf8' })).toMatch(
    /<dc:title[^>]*>named</,
  );
  const drawn = source('drawn.html', '<p>body <svg><title>of a drawing</title></svg></p>');
  expect(await converted(drawn, 'html', 'md')).toMatch(/^body !\[/);
});

test('reads tables of HTML whose end tags are left out, as the standard allows', async () => {
  const rows =
    '<thead><tr><th>Name<th>Price<tbody><tr><td>Apple<td>1.20<tr><td><!-- <td> -->Pear</td><td>2.30';
  const page = source('short.html', `<!doctype html><table>${rows}</table><p>End`);
  expect(await converted(page, 'html', 'md')).toBe(
    '| Name  | Price |\n|-------|-------|\n| Apple | 1.20  |\n| Pear  | 2.30  |\n\nEnd',
  );
  const marked = source('marked.html', '<table><tbody><tr><th>A<th>B<tr><td>1<td>2</tbody></table>');
  expect(await converted(marked, 'html', 'md')).toMatch(/^\| A +\| B +\|\n/);
  const inner = '<TABLE><TR><TD>in</TABLE>';
  const nested = source('nested.html', `<table><tr><td>${inner}<td>beside<tr><td>below<td>it</table>`);
  const text = await converted(nested, 'html', 'html');
  expect(text.match(/<\/td>/g)).toHaveLength(5);
  expect(text).toMatch(/in\s*<\/td>[\s\S]*<\/table>[\s\S]*beside<\/td>\s*<\/tr>[\s\S]*below<\/td>/);
});

test('keeps cells in their columns below header cells of several rows', async () => {
  const rows =
    '<tr><th rowspan="2">Name<th colspan="2">Score</tr><tr><th>First<th>Second</tr><tr><td>Ann<td>1<td>2</tr>';
  const table =
    '| Name | Score |        |\n|------|-------|--------|\n|      | First | Second |\n| Ann  | 1     | 2      |';
  for (const body of [rows, `<tbody>${rows}</tbody>`, `<thead>${rows.replace('<tr><td>', '</thead>$&')}`]) {
    const page = source('headers.html', `<p>Before</p><table>${body}</table>`);
    expect(await converted(page, 'html', 'md')).toBe(`Before\n\n${table}`);
  }
  const short = source('short-header.html', '<table><tr><th rowspan=2>A<th>B<tr><td>c<tr><td>d<td>e</table>');
  expect(await converted(short, 'html', 'md')).toMatch(/\|\s+\| c\s+\|\n\| d\s+\| e\s+\|$/);
});

test('converts HTML inside Markdown to text unless the output is HTML', async () => {
  const readme = source(
    'readme.md',
    '<h1 align="center">The Name</h1>\n\n<details><summary>More</summary>\n\ninner **words**\n\n</details>\n\n<table><tr><td>one</td><td>two</td></tr></table>\n\n| a |\n|---|\n| x<br>y |\n',
  );
  const text = await converted(readme, 'md', 'txt');
  expect(text).toMatch(/The Name[\s\S]*More[\s\S]*inner words[\s\S]*one +two[\s\S]*x\s+y/);
  expect(await converted(readme, 'md', 'html')).toContain('<summary>More</summary>');
});

test('shows front matter that is not valid YAML instead of failing', async () => {
  const path = source('odd.md', '---\ntitle: Part: one: two\n---\n\n# Head\n\ntext\n');
  expect(await converted(path, 'md', 'txt')).toMatch(/title: Part: one: two[\s\S]*Head\n\ntext$/);
});

test('reads an EPUB in an old encoding and refuses one with DRM', async () => {
  const parts: Record<string, string | Buffer> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'b.opf':
      '<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">i</dc:identifier><dc:title>t</dc:title><dc:language>en</dc:language></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'a.xhtml': Buffer.from(
      '<?xml version="1.0" encoding="iso-8859-1"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Gr\xfc\xdfe<a epub:type="noteref" href="#n">1</a></p></body></html>',
      'latin1',
    ),
  };
  const book = async (lock?: string) => {
    const locks = lock
      ? {
          'META-INF/encryption.xml': `<e xmlns:enc="x"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${lock}"/></enc:EncryptedData></e>`,
        }
      : {};
    const path = join(dir, 'old.epub');
    const files = Object.entries({ ...parts, ...locks }).map(([name, content], index) => {
      writeFileSync(join(dir, `old-${index}`), content);
      return { name, path: join(dir, `old-${index}`) };
    });
    await writeZip(path, files);
    return converted(path, 'epub', 'txt');
  };
  // The note that the page refers to is not there.
  expect(await book()).toBe('Grüße1');
  expect(await book('http://www.idpf.org/2008/embedding')).toBe('Grüße1');
  await expect(book('http://www.w3.org/2001/04/xmlenc#aes128-cbc')).rejects.toMatchObject({
    reason: 'unsupported_content',
  });
});
