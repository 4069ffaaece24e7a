import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-markup-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function convert(name: string, content: string, options: Record<string, unknown>) {
  const path = join(dir, name);
  writeFileSync(path, content);
  await using result = await runJob(job, run, path, options);
  const [output] = result.outputs;
  return { text: readFileSync(output!.path, 'utf8'), output: output!, warnings: result.warnings };
}

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const markdown = '# Title\n\nSome *words*.\n';

it.each(['docx', 'odt', 'ipynb'])(
  'warns about pictures missing from %s because the page does not embed them',
  async to => {
    const missing = { code: 'content_dropped', detail: 'remote_pictures' };
    const page = (source: string) => `<p>words</p><img src="${source}" alt="A">`;
    for (const source of ['https://example.org/a.png', 'beside.png']) {
      const { warnings } = await convert('page.html', page(source), { outputFormat: to });
      expect(warnings, source).toContainEqual(missing);
    }
    const { warnings } = await convert('page.html', page(picture), { outputFormat: to });
    expect(warnings).not.toContainEqual(missing);
  },
);

describe('a document converted to markup', () => {
  it.each([
    ['tex', '\\section{Title}', '\\emph{words}', 'a.tex'],
    ['rst', 'Title\n=====', '*words*', 'a.rst'],
    ['adoc', '== Title', '_words_', 'a.adoc'],
    ['org', '* Title', '/words/', 'a.org'],
    ['mediawiki', '= Title =', "''words''", 'a.wiki'],
    ['docbook', '<title>Title</title>', '<emphasis>words</emphasis>', 'a.dbk'],
    ['ipynb', '"# Title\\n"', '*words*', 'a.ipynb'],
  ])('is written as %s and reads back the same', async (outputFormat, heading, emphasis, filename) => {
    const { text, output } = await convert('a.md', markdown, { outputFormat });
    expect(output).toMatchObject({ filename, format: outputFormat });
    expect(text).toContain(heading);
    expect(text).toContain(emphasis);
    if (outputFormat !== 'adoc')
      expect((await convert(filename, text, { outputFormat: 'md' })).text).toContain('*words*');
  });

  it('warns about pictures that markup cannot contain, and returns them in a zip on request', async () => {
    const source = `${markdown}\n![dot](${picture})\n`;
    const { warnings } = await convert('a.md', source, { outputFormat: 'tex' });
    expect(warnings).toEqual([{ code: 'content_dropped', detail: 'images_left_out' }]);
    const { output } = await convert('a.md', source, { outputFormat: 'tex', images: 'files' });
    expect(output).toMatchObject({ format: 'zip', metadata: { images: 1 } });
  });

  it('cannot come from DocBook with entities', async () => {
    const source =
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><article><para>&b;</para></article>';
    await expect(convert('a.dbk', source, { outputFormat: 'md' })).rejects.toMatchObject({
      id: 'unreadable_input',
    });
  });
});

describe.runIf(runsAll && hasCorpus)('old office formats', () => {
  it.each([
    ['documents/pandoc__tables.docx', 'doc'],
    ['spreadsheets/poi__DateFormatTests.xlsx', 'xls'],
  ])('converts %s to %s', async (path, outputFormat) => {
    await using result = await runJob(job, run, corpusFile(path), { outputFormat });
    expect(readFileSync(result.outputs[0]!.path).subarray(0, 4).toString('hex')).toBe('d0cf11e0');
  });
});
