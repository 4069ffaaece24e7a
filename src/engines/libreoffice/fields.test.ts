import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeZip } from '../../containers/write-zip.ts';
import type { FormatId } from '../../formats/formats.ts';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-fields-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function packed(name: string, parts: Record<string, string>): Promise<string> {
  const files = Object.entries(parts).map(([entry, content], index) => {
    const path = join(dir, `part-${index}`);
    writeFileSync(path, content);
    return { name: entry, path };
  });
  const path = join(dir, name);
  await writeZip(path, files);
  return path;
}

async function made(input: string, to: FormatId): Promise<string> {
  const own = mkdtempSync(join(dir, 'step-'));
  const output = join(own, `out.${to}`);
  const from = input.split('.').pop() as FormatId;
  const request = { from, to, input, output, stem: 'in', dir: own, last: true, options: {} };
  await convert({ ...request, progress() {} });
  return output;
}
const printed = async (input: string): Promise<string> =>
  execFileSync('pdftotext', ['-layout', await made(input, 'pdf'), '-'], { encoding: 'utf8' }).replace(
    /\s+/g,
    ' ',
  );

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
function word(body: string): Promise<string> {
  const types = 'application/vnd.openxmlformats';
  return packed('in.docx', {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="${types}-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types}-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
  });
}
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (instructions: string[], result: string): string =>
  `${mark('begin')}${instructions.map(part => `<w:r><w:instrText xml:space="preserve">${part}</w:instrText></w:r>`).join('')}${mark('separate')}${run(result)}${mark('end')}`;

test('conditions and sums of fields show their last result, and nothing of the fields in them', async () => {
  const part = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
  const inner = (name: string, result: string) => field([` MERGEFIELD ${name} `], result);
  const nest = (begin: string, name: string, result: string, end: string, shown: string) =>
    `${mark('begin')}${part(begin)}${inner(name, result)}${part(end)}${mark('separate')}${run(shown)}${mark('end')}`;
  const body = `<w:p>${run('Dear ')}${nest(' IF ', 'G', 'm', ' = "m" "Mr" "Ms" ', 'Mr')}${run(' ')}${inner('N', 'Li')}${run(', ')}${nest(' = ', 'P', '4', ' * 2 ', '8')}${run(' of ')}${field([' IF 1 = 1 9 '], '9')}${run('.')}</w:p>`;
  const docx = await word(body);
  expect(await printed(docx)).toContain('Dear Mr Li, 8 of 9.');
  const rtf = await made(docx, 'rtf');
  expect(await printed(rtf)).toContain('Dear Mr Li, 8 of 9.');
});

test('prints dates, times and filenames as last saved, and page numbers as they are now', async () => {
  const body = `<w:p>${run('on ')}${field([' DA', 'TE \\@ "yyyy" '], '2001-02-03')}${run(' at ')}${field([' TIME '], '11:22')}${run(' in ')}<w:fldSimple w:instr=" FILENAME ">${run('own.docx')}</w:fldSimple>${run(' page ')}${field([' PAGE '], '77')}</w:p>`;
  expect(await printed(await word(body))).toContain('on 2001-02-03 at 11:22 in own.docx page 1');
  const rtf = join(dir, 'in.rtf');
  writeFileSync(
    rtf,
    '{\\rtf1\\ansi on {\\field{\\*\\fldinst { DATE \\\\@ "yyyy" }}{\\fldrslt 2001-02-03}} in {\\field{\\*\\fldinst FILENAME}{\\fldrslt own.rtf}} end\\par}',
  );
  expect(await printed(rtf)).toContain('on 2001-02-03 in own.rtf end');
  const type = 'application/vnd.oasis.opendocument.text';
  const names = ['office', 'text']
    .map(name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  const odt = await packed('in.odt', {
    mimetype: type,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `<office:document-content ${names} office:version="1.2"><office:body><office:text><text:p>on <text:date>2001-02-03</text:date> in <text:file-name>own.odt</text:file-name> page <text:page-number>77</text:page-number></text:p></office:text></office:body></office:document-content>`,
  });
  expect(await printed(odt)).toContain('on 2001-02-03 in own.odt page 1');
  // In a converted document, the field is still a field that shows the current date.
  expect(
    execFileSync('unzip', ['-p', await made(odt, 'docx'), 'word/document.xml'], { encoding: 'utf8' }),
  ).toMatch(/<w:instrText[^>]*> ?DATE/);
});

test('prints tracked changes as accepted, and keeps them in documents', async () => {
  const who = 'w:author="a" w:date="2020-01-02T03:04:05Z"';
  const body = `<w:p>${run('kept ')}<w:ins w:id="1" ${who}>${run('added ')}</w:ins><w:del w:id="2" ${who}><w:r><w:delText xml:space="preserve">removed </w:delText></w:r></w:del>${run('end')}</w:p>`;
  const path = await word(body);
  expect(await printed(path)).toContain('kept added end');
  const open = execFileSync('unzip', ['-p', await made(path, 'odt'), 'content.xml'], { encoding: 'utf8' });
  expect(open).toMatch(/<text:deletion>[\s\S]*removed/);
});

test('signs without a neighbour, bars and alignment of formulas are drawn as Word draws them', async () => {
  const letters = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const cell = (text: string) => `<m:e>${text && letters(text)}</m:e>`;
  const lines = `<m:eqArr>${cell('a&amp;=b')}${cell('&amp;=c')}</m:eqArr>`;
  const power = `<m:sSup>${cell('A')}<m:sup>${letters('*')}</m:sup></m:sSup>`;
  const matrix = `<m:m><m:mr>${cell('')}${cell('=d or e')}</m:mr></m:m>`;
  const formulas = [lines, letters('P|Q'), power, matrix].map(
    inner =>
      `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${inner}</m:oMath>`,
  );
  const shown = (await printed(await word(`<w:p>${formulas.join(run('; '))}</w:p>`))).replace(/\s/g, '');
  for (const part of ['a=b', '=c', 'P∣Q', '∗', '=dore']) expect(shown).toContain(part);
  expect(shown).not.toMatch(/[¿∧∨&]/);
});

test('captions and references of a doc keep their numbers', async () => {
  const bookmark = `<w:bookmarkStart w:id="1" w:name="_RefA"/>${field([' SEQ Figure \\* ARABIC '], '1')}<w:bookmarkEnd w:id="1"/>`;
  const body = `<w:p>${run('Figure ')}${bookmark}</w:p><w:p>${run('See ')}${field([' REF _RefA \\h '], '1')}${run('.')}</w:p>`;
  const docx = await made(await made(await word(body), 'doc'), 'docx');
  const text = execFileSync('pandoc', ['-t', 'plain', docx], { encoding: 'utf8' });
  expect(text.trim()).toBe('Figure 1\n\nSee 1.');
});
