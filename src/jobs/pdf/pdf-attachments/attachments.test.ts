import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { Refusal } from '../../job-type.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, links, outline } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;
beforeAll(async () => {
  const attachments = { 'data.csv': 'a,b\n1,2\n', 'odd.xyz': 'anything' };
  file = await makePdf(at('sample.pdf'), { ...sample, attachments });
});
const work = (files: string[], options: Record<string, unknown>) => runJob(job, run, files, options);
/** The names of the attachments, by poppler. */
const listNames = (path: string): string[] =>
  [...execFileSync('pdfdetach', ['-list', path], { encoding: 'utf8' }).matchAll(/^\d+: (.*)$/gm)].map(
    ([, name = '']) => name,
  );

describe('pdf-attachments', () => {
  it('lists and extracts attachments, each with its own name and format', async () => {
    await using listed = await work([file], {});
    const { attachments } = JSON.parse(await readFile(listed.outputs[0]!.path, 'utf8'));
    expect(attachments).toMatchObject([
      { name: 'data.csv', page: null, bytes: 8 },
      { name: 'odd.xyz', page: null, bytes: 8 },
    ]);
    await using made = await work([file], { action: 'extract' });
    const contents = await Promise.all(made.outputs.map(({ path }) => readFile(path, 'utf8')));
    expect(contents).toEqual(['a,b\n1,2\n', 'anything']);
    expect(made.outputs).toMatchObject([
      { filename: 'data.csv', format: 'csv' },
      { filename: 'odd.xyz', format: 'bin' },
    ]);
    await using one = await work([file], { action: 'extract', names: ['odd.xyz'] });
    expect(one.outputs.map(({ filename }) => filename)).toEqual(['odd.xyz']);
  });

  it('adds attachments beside existing ones and keeps the rest', async () => {
    const [note, again] = [at('Grüße.txt'), at('data.csv')];
    await writeFile(note, 'hello');
    await writeFile(again, 'other');
    await using made = await work([file, note, again], { action: 'add' });
    const { path } = made.outputs[0]!;
    await check(path);
    expect(listNames(path).sort()).toEqual(['Grüße.txt', 'data.csv', 'data.csv', 'odd.xyz'].sort());
    expect(await outline(path)).toEqual(await outline(file));
    expect(await links(path)).toEqual(await links(file));
    const copy = at('copy.pdf');
    await writeFile(copy, await readFile(path));
    await using out = await work([copy], { action: 'extract', names: ['Grüße.txt'] });
    expect(await readFile(out.outputs[0]!.path, 'utf8')).toBe('hello');
  });

  it('removes the named attachments, or all', async () => {
    await using one = await work([file], { action: 'remove', names: ['data.csv'] });
    await check(one.outputs[0]!.path);
    expect(listNames(one.outputs[0]!.path)).toEqual(['odd.xyz']);
    await using all = await work([file], { action: 'remove' });
    expect(listNames(all.outputs[0]!.path)).toEqual([]);
    expect((await readFile(all.outputs[0]!.path)).includes('EmbeddedFile')).toBe(false);
  });

  it('reports a missing attachment by name, and refuses files it would not use', async () => {
    await expect(work([file], { action: 'extract', names: ['none'] })).rejects.toMatchObject({
      id: 'attachment_missing',
      part: 'none',
    });
    const plain = await makePdf(at('plain.pdf'), { pages: [{ text: 'one' }] });
    await expect(work([plain], { action: 'extract' })).rejects.toMatchObject({ id: 'no_attachments' });
    await using listed = await work([plain], {});
    expect(JSON.parse(await readFile(listed.outputs[0]!.path, 'utf8'))).toMatchObject({ attachments: [] });
    const resolve = (action: string, files: number) => () =>
      job.resolve({ input: 'pdf', options: { action }, files });
    expect(resolve('add', 1)).toThrow(
      new Refusal(
        'files',
        'The attachment is missing: give the files to add as `attachment`, after the document.',
      ),
    );
    expect(resolve('list', 2)).toThrow(Refusal);
  });
});
