import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-chunks-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const at = (...names: string[]): string => join(dir, ...names);

const page =
  '<html><head><title>Unseen</title></head><body><h1>A page</h1><p>with <b>bold</b> words</p><ul><li>one</li></ul>' +
  '<table><tr><td>left</td><td>right</td></tr></table></body></html>';
/** A red dot, as a page has it in itself and as a letter has it beside its page. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==';
const letter = `MIME-Version: 1.0
Content-Type: multipart/related; boundary="b"

--b
Content-Type: text/html

<html><body><p>A letter <img src="cid:dot"></p><p>and <img src="data:image/png;base64,${dot}"></p></body></html>
--b
Content-Type: image/png
Content-ID: <dot>
Content-Transfer-Encoding: base64

${dot}
--b--
`;
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A Word file that carries a page and another Word file within itself, as programs that fill in forms write them. */
beforeAll(() => {
  writeFileSync(at('outer.md'), 'Before.\n');
  writeFileSync(at('dot.png'), Buffer.from(dot, 'base64'));
  writeFileSync(
    at('inner.md'),
    'Of a *document* within, [a link](https://inner.example) and ![a dot](dot.png).\n',
  );
  for (const name of ['outer', 'inner'])
    execFileSync('pandoc', [`${name}.md`, '-o', `${name}.docx`], { cwd: dir });
  mkdirSync(at('parts'));
  execFileSync('unzip', ['-q', at('outer.docx'), '-d', at('parts')]);
  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(at('parts', name), change(readFileSync(at('parts', name), 'utf8')));
  const chunk = (id: string) => `<w:altChunk xmlns:r="${relation}" r:id="${id}"/>`;
  edit('word/document.xml', text =>
    text.replace('<w:sectPr', `${['c1', 'c2', 'c3', 'c4'].map(chunk).join('')}<w:sectPr`),
  );
  const related = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="${relation}/aFChunk" Target="${target}"/>`;
  edit('word/_rels/document.xml.rels', text =>
    text.replace(
      '</Rel',
      `${related('c1', 'page.html')}${related('c2', '/word/inner.docx')}${related('c3', 'rich.rtf')}${related('c4', 'letter.mht')}</Rel`,
    ),
  );
  const types =
    '<Default Extension="html" ContentType="text/html"/><Default Extension="rtf" ContentType="application/rtf"/><Default Extension="mht" ContentType="message/rfc822"/><Default Extension="docx" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>';
  edit('[Content_Types].xml', text => text.replace('<Default', `${types}<Default`));
  writeFileSync(at('parts', 'word/page.html'), page);
  writeFileSync(at('parts', 'word/rich.rtf'), String.raw`{\rtf1\ansi Rich {\b text} within.\par}`);
  writeFileSync(at('parts', 'word/letter.mht'), letter);
  cpSync(at('inner.docx'), at('parts', 'word/inner.docx'));
  execFileSync('zip', ['-q', '-r', at('form.docx'), '.'], { cwd: at('parts') });
});

async function convert(outputFormat: string, options = {}): Promise<string> {
  await using result = await runJob(job, run, at('form.docx'), { outputFormat, ...options });
  const { path } = result.outputs[0]!;
  return outputFormat === 'pdf'
    ? execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    : readFileSync(path, 'utf8');
}

test('includes the embedded chunks of a Word file in their places', async () => {
  const text = await convert('md');
  expect(text).toContain('Before.\n\n# A page\n\nwith **bold** words\n\n• one\n\n');
  expect(text).toMatch(/\|\s*left\s*\|\s*right\s*\|/);
  expect(text).toMatch(
    /Of a \*document\* within, a link and (!\[|<img).*\.\n\nRich \*\*text\*\* within\.\n\nA letter/,
  );
  expect(text.match(/data:image\/png;base64,/g)).toHaveLength(3);
  expect(text).not.toContain('Unseen');
  const bare = await convert('md', { images: 'none' });
  expect(bare).not.toMatch(/data:image|!\[|<img/);
  expect(bare).toContain('Of a *document* within, a link and');
});

test('converts the pages of a document to images of the requested width', async () => {
  await using printed = await runJob(job, run, at('form.docx'), { outputFormat: 'pdf' });
  cpSync(printed.outputs[0]!.path, at('form.pdf'));
  for (const [name, outputFormat, quality] of [
    ['form.docx', 'webp', undefined],
    ['form.pdf', 'jpeg', 40],
    ['form.pdf', 'avif', undefined],
  ] as const) {
    await using drawn = await runJob(job, run, at(name), {
      outputFormat,
      width: 301,
      ...(quality && { quality }),
    });
    const [page] = drawn.outputs;
    expect(page).toMatchObject({ format: outputFormat, metadata: { page: 1 } });
    const image = sharp(page!.path);
    expect(await image.metadata()).toMatchObject({
      format: outputFormat === 'avif' ? 'heif' : outputFormat,
      width: 301,
    });
    // A page of black words on white paper.
    const { channels } = await image.stats();
    expect(channels[0]!.mean).toBeGreaterThan(200);
    expect(channels[0]!.min).toBeLessThan(150);
  }
});

test('prints the embedded chunks of a Word file', async () => {
  const words = (await convert('pdf')).replace(/\s+/g, ' ');
  expect(words).toContain(
    'Before. A page with bold words • one left right Of a document within, a link and . Rich text within. A letter and',
  );
});
