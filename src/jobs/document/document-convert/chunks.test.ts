import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A Word file that carries a page and another Word file within itself, as programs that fill in forms write them. */
beforeAll(() => {
  writeFileSync(at('outer.md'), 'Before.\n');
  writeFileSync(at('inner.md'), 'Of a *document* within.\n');
  for (const name of ['outer', 'inner']) execFileSync('pandoc', [at(`${name}.md`), '-o', at(`${name}.docx`)]);
  mkdirSync(at('parts'));
  execFileSync('unzip', ['-q', at('outer.docx'), '-d', at('parts')]);
  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(at('parts', name), change(readFileSync(at('parts', name), 'utf8')));
  const chunk = (id: string) => `<w:altChunk xmlns:r="${relation}" r:id="${id}"/>`;
  edit('word/document.xml', text => text.replace('<w:sectPr', `${chunk('c1')}${chunk('c2')}<w:sectPr`));
  const related = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="${relation}/aFChunk" Target="${target}"/>`;
  edit('word/_rels/document.xml.rels', text =>
    text.replace('</Rel', `${related('c1', 'page.html')}${related('c2', '/word/inner.docx')}</Rel`),
  );
  const types =
    '<Default Extension="html" ContentType="text/html"/><Default Extension="docx" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>';
  edit('[Content_Types].xml', text => text.replace('<Default', `${types}<Default`));
  writeFileSync(at('parts', 'word/page.html'), page);
  cpSync(at('inner.docx'), at('parts', 'word/inner.docx'));
  execFileSync('zip', ['-q', '-r', at('form.docx'), '.'], { cwd: at('parts') });
});

async function convert(outputFormat: string): Promise<string> {
  await using result = await runJob(job, run, at('form.docx'), { outputFormat });
  const { path } = result.outputs[0]!;
  return outputFormat === 'pdf'
    ? execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    : readFileSync(path, 'utf8');
}

test('the chunks of a Word file are part of it, in their places', async () => {
  const text = await convert('md');
  expect(text).toContain('Before.\n\n# A page\n\nwith **bold** words\n\n• one\n\n');
  expect(text).toMatch(/\|\s*left\s*\|\s*right\s*\|/);
  expect(text.trim()).toMatch(/Of a \*document\* within\.$/);
  expect(text).not.toContain('Unseen');
});

test('the chunks of a Word file are on its printed pages', async () => {
  const words = (await convert('pdf')).replace(/\s+/g, ' ');
  expect(words).toContain('Before. A page with bold words • one left right Of a document within.');
});
