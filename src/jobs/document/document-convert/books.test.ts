import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { writeZip } from '../../../containers/write-zip.ts';
import { makePdf } from '../../pdf/testing/make-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-books-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const drawPage = (width: number, height: number, colour: string) =>
  sharp({ create: { width, height, channels: 3, background: colour } });
const convert = (path: string, outputFormat: string) => runJob(job, run, path, { outputFormat });
const unzip = (path: string, name: string) => execFileSync('unzip', ['-p', path, name], { encoding: 'utf8' });
const listNames = (path: string) =>
  execFileSync('unzip', ['-Z1', path], { encoding: 'utf8' }).trim().split('\n');

test('converts a comic with pages in numeric order to PDF, to EPUB with its cover, and to CBZ as they are', async () => {
  const files = await Promise.all(
    (
      [
        ['p10.png', 300, 200, 'blue'],
        ['p2.webp', 200, 300, 'green'],
        ['p1.jpg', 200, 300, 'red'],
      ] as const
    ).map(async ([name, width, height, colour]) => {
      const path = join(dir, name);
      await drawPage(width, height, colour).toFile(path);
      return { name: `pages/${name}`, path };
    }),
  );
  const facts = join(dir, 'facts');
  writeFileSync(facts, '<ComicInfo><Title>A &amp; B</Title><Manga>YesAndRightToLeft</Manga></ComicInfo>');
  // A ZIP file under the other name is common.
  const comic = join(dir, 'comic.cbr');
  await writeZip(comic, [...files, { name: 'ComicInfo.xml', path: facts }]);
  await using pdf = await convert(comic, 'pdf');
  expect(pdf.outputs[0]).toMatchObject({ filename: 'comic.pdf', metadata: { pages: 3 } });
  const info = execFileSync('pdfinfo', ['-l', '3', pdf.outputs[0]!.path], { encoding: 'utf8' });
  expect(info).toContain('Title:           A & B');
  expect(
    [...info.matchAll(/size: +([\d.]+) x ([\d.]+)/g)].map(([, width, height]) => [width, height]),
  ).toEqual([
    ['480', '720'],
    ['480', '720'],
    ['960', '640'],
  ]);
  await using epub = await convert(comic, 'epub');
  const book = epub.outputs[0]!.path;
  expect(listNames(book)[0]).toBe('mimetype');
  const opf = unzip(book, 'EPUB/package.opf');
  expect(opf).toContain('href="p00001.jpeg" media-type="image/jpeg" properties="cover-image"');
  expect(opf).toContain('<spine page-progression-direction="rtl">');
  const picture = execFileSync('unzip', ['-p', book, 'EPUB/p00001.jpeg']);
  expect(picture.equals(readFileSync(join(dir, 'p1.jpg')))).toBe(true);
  await using packed = await convert(comic, 'cbz');
  const { path, filename } = packed.outputs[0]!;
  expect(filename).toBe('comic.cbz');
  expect(listNames(path)).toEqual(['1.jpg', '2.webp', '3.png', 'ComicInfo.xml']);
  for (const [name, original] of [
    ['1.jpg', 'p1.jpg'],
    ['2.webp', 'p2.webp'],
    ['3.png', 'p10.png'],
  ] as const)
    expect(execFileSync('unzip', ['-p', path, name]).equals(readFileSync(join(dir, original)))).toBe(true);
});

test('refuses an archive without pictures as a comic', async () => {
  writeFileSync(join(dir, 'a'), 'x');
  await writeZip(join(dir, 'none.cbz'), [{ name: 'a.txt', path: join(dir, 'a') }]);
  await expect(convert(join(dir, 'none.cbz'), 'pdf')).rejects.toMatchObject({ id: 'no_pages' });
});

test('converts a FictionBook in a legacy encoding to EPUB with chapters and cover', async () => {
  const cover = (await drawPage(20, 30, 'red').jpeg().toBuffer()).toString('base64');
  const text = `<?xml version="1.0" encoding="windows-1251"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><book-title>Book</book-title><coverpage><image l:href="#c.jpg"/></coverpage></title-info></description><body><section><title><p>\xc3\xeb\xe0\xe2\xe0</p></title><p>one</p></section><section><title><p>Second</p></title><p>two</p></section></body><binary id="c.jpg" content-type="image/jpeg">${cover}</binary></FictionBook>`;
  const path = join(dir, 'book.fb2');
  writeFileSync(path, text, 'latin1');
  await using result = await convert(path, 'epub');
  const book = result.outputs[0]!.path;
  expect(unzip(book, 'EPUB/nav.xhtml')).toMatch(/ch001.xhtml[^>]*>Глава<.*ch002.xhtml[^>]*>Second</);
  expect(unzip(book, 'EPUB/content.opf')).toContain('cover-image');
  writeFileSync(path, '<!DOCTYPE a [<!ENTITY b "c">]><FictionBook><body><p>&b;</p></body></FictionBook>');
  await expect(convert(path, 'epub')).rejects.toMatchObject({ id: 'unreadable_input' });
});

test('names FictionBook pictures without an extension by their type', async () => {
  const path = join(dir, 'pictures.fb2');
  const png = (await drawPage(20, 30, 'red').png().toBuffer()).toString('base64');
  writeFileSync(
    path,
    `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><body><section><p>a</p><image l:href="#img_0"/></section></body><binary content-type="image/png" id="img_0">${png}</binary></FictionBook>`,
  );
  await using made = await convert(path, 'docx');
  const listing = execFileSync('unzip', ['-l', made.outputs[0]!.path], { encoding: 'utf8' });
  expect(listing).toMatch(/word\/media\/\w+\.png/);
});

const container =
  '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
const item = (id: string) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`;
const makePage = (body: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;

/** Writes an EPUB with these pages, listed by `items` and ordered by `spine`. */
async function writeBook(
  name: string,
  items: string,
  spine: string,
  pages: Record<string, string>,
): Promise<string> {
  const parts = Object.entries({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'b.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ...pages,
  });
  for (const [index, [, text]] of parts.entries()) writeFileSync(join(dir, `part-${index}`), text);
  const book = join(dir, name);
  await writeZip(
    book,
    parts.map(([name], index) => ({ name, path: join(dir, `part-${index}`) })),
  );
  return book;
}

test('converts an old EPUB to Markdown without its layout tags', async () => {
  const page = makePage('<p><font size="7">Head</font></p><pagebreak/><p>text</p>');
  const book = await writeBook('old.epub', item('p'), '<itemref idref="p"/>', { 'p.xhtml': page });
  await using made = await convert(book, 'md');
  expect(readFileSync(made.outputs[0]!.path, 'utf8').trim()).toMatch(/^Head\s+text$/);
});

test('keeps notes beside the reading order of an EPUB, and drawings in its pages', async () => {
  const drawing =
    '<svg width="40" height="20"><title>A bar</title><rect width="40" height="20" fill="green"/></svg>';
  const book = await writeBook(
    'notes.epub',
    `${item('p')}${item('notes')}${item('contents').replace('/>', ' properties="nav"/>')}`,
    '<itemref idref="contents" linear="no"/><itemref idref="p"/><itemref idref="notes" linear="no"/>',
    {
      'p.xhtml': makePage(`<p>text<a href="notes.xhtml#n">1</a></p><p>${drawing}</p>`),
      'notes.xhtml': makePage('<p id="n">A note</p>'),
      'contents.xhtml': makePage('<nav><ol><li>Contents</li></ol></nav>'),
    },
  );
  await using made = await convert(book, 'md');
  const text = readFileSync(made.outputs[0]!.path, 'utf8');
  expect(text).toMatch(/^text[\s\S]+A note\s*$/);
  expect(text).not.toContain('Contents');
  const [, alternative, data] = /!\[([^\]]*)\]\(data:image\/svg\+xml;base64,([^)]+)\)/.exec(text)!;
  expect(alternative).toBe('A bar');
  const { data: pixels, info } = await sharp(Buffer.from(data!, 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, ...pixels.subarray(0, 3)]).toEqual([40, 20, 0, 128, 0]);
});

test('keeps tables of a FictionBook, which Pandoc skips', async () => {
  const path = join(dir, 'tables.fb2');
  const rows = '<tr><th>Name</th><th>Price</th></tr><tr><td><emphasis>bread</emphasis></td><td>3</td></tr>';
  writeFileSync(
    path,
    `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body><section><p>before</p><table id="t">${rows}</table><p>after</p></section></body></FictionBook>`,
  );
  await using made = await convert(path, 'md');
  expect(readFileSync(made.outputs[0]!.path, 'utf8').replaceAll(/ +/g, ' ')).toMatch(
    /before\s+\| Name \| Price \|\n\|-+\|-+\|\n\| \*bread\* \| 3 \|\s+after/,
  );
});

test('does not treat the title at the top of a FictionBook as a chapter, and keeps the language', async () => {
  const text =
    '<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info><book-title>The Book</book-title><lang>de</lang></title-info></description><body><title><p>Ada</p><p>The Book</p></title><section><title><p>First</p></title><p>one</p></section><section><title><p>Second</p></title><p>two</p></section></body></FictionBook>';
  const path = join(dir, 'titled.fb2');
  writeFileSync(path, text);
  await using epub = await convert(path, 'epub');
  const book = epub.outputs[0]!.path;
  const nav = unzip(book, 'EPUB/nav.xhtml');
  expect(nav).toMatch(/ch001.xhtml[^>]*>First<.*ch002.xhtml[^>]*>Second</);
  expect(nav).not.toContain('Ada');
  expect(unzip(book, 'EPUB/content.opf')).toMatch(/<dc:language>de<\/dc:language>/);
  await using pdf = await convert(path, 'pdf');
  const pages = execFileSync('pdftotext', [pdf.outputs[0]!.path, '-'], { encoding: 'utf8' }).split('\f');
  expect(pages.map(page => page.trim().split(/\s+/).join(' '))).toEqual([
    'The Book',
    'First one',
    'Second two',
    '',
  ]);
});

/** Makes a small Mobipocket book: a database of a header, the text and an end record. */
function makeMobi(html: string, encryption: number): Buffer {
  const title = Buffer.from('A Small Book');
  const header = Buffer.alloc(232);
  header.write('MOBI');
  const fields = { 4: 232, 8: 2, 12: 65001, 16: 1, 20: 6, 64: 2, 68: 248, 72: title.length, 76: 9, 88: 6 };
  for (const [at, value] of Object.entries(fields)) header.writeUInt32BE(value, Number(at));
  for (const at of [24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 92, 152, 192, 228])
    header.writeUInt32BE(0xffffffff, at);
  const start = Buffer.alloc(16);
  start.writeUInt16BE(1, 0);
  start.writeUInt32BE(html.length, 4);
  start.writeUInt16BE(1, 8);
  start.writeUInt16BE(4096, 10);
  start.writeUInt16BE(encryption, 12);
  const records = [
    Buffer.concat([start, header, title, Buffer.alloc(4)]),
    Buffer.from(html),
    Buffer.from('e98e0d0a', 'hex'),
  ];
  const database = Buffer.alloc(78);
  database.write('A_Small_Book');
  database.write('BOOKMOBI', 60);
  database.writeUInt16BE(records.length, 76);
  let at = database.length + 8 * records.length + 2;
  const table = records.map((record, index) => {
    const row = Buffer.alloc(8);
    row.writeUInt32BE(at, 0);
    row.writeUInt32BE(index, 4);
    at += record.length;
    return row;
  });
  return Buffer.concat([database, ...table, Buffer.alloc(2), ...records]);
}

test('reads a Mobipocket book and refuses one with DRM', async () => {
  const html = '<html><body><h1>Chapter One</h1><p>Some <i>words</i>.</p></body></html>';
  const path = join(dir, 'book.mobi');
  writeFileSync(path, makeMobi(html, 0));
  await using result = await convert(path, 'md');
  expect(readFileSync(result.outputs[0]!.path, 'utf8')).toContain('# Chapter One\n\nSome *words*.');
  expect(result.engines).toEqual(['libmobi', 'pandoc']);
  writeFileSync(path, makeMobi(html, 2));
  await expect(convert(path, 'epub')).rejects.toMatchObject({ id: 'bought_and_locked' });
  writeFileSync(path, 'nothing of a book');
  await expect(convert(path, 'epub')).rejects.toMatchObject({ id: 'unreadable_input' });
});

test('converts a PDF to an EPUB with a chapter for each bookmark', async () => {
  const path = await makePdf(join(dir, 'tale.pdf'), {
    pages: [{ text: 'The beginning' }, { text: 'The end' }],
    outline: [
      { title: 'The beginning', page: 1 },
      { title: 'The end', page: 2 },
    ],
    info: { Title: 'A tale' },
  });
  await using made = await convert(path, 'epub');
  const epub = made.outputs[0]!.path;
  const chapters = listNames(epub).filter(name => /text\/ch\d+\.xhtml$/.test(name));
  expect(chapters).toHaveLength(2);
  expect(unzip(epub, chapters[0]!)).toContain('The beginning');
  expect(unzip(epub, chapters[1]!)).toContain('The end');
  expect(unzip(epub, 'EPUB/nav.xhtml')).toMatch(/The beginning[\s\S]*The end/);
});
