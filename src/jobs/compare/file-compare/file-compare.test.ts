import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { pdf } from '../../../../tests/support/samples.ts';
import type { ComparedFile } from '../../../contract/schemas/golden-file.ts';
import { testFolder } from '../../pdf/testing/folder.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

async function write(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(at(name), content);
  return at(name);
}

/** Compares files; the expected ones come last. */
async function compare(files: string[], options: object = {}) {
  await using made = await runJob(job, run, files, { ...options });
  const [output] = made.outputs;
  const report: { different: boolean; files: ComparedFile[] } = JSON.parse(
    await readFile(output!.path, 'utf8'),
  );
  return { ...report, metadata: output!.metadata, engines: made.engines };
}

const draw = (colour: string, mark?: { width: number; height: number }) =>
  sharp({ create: { width: 100, height: 50, channels: 4, background: colour } })
    .composite(
      mark ? [{ input: { create: { ...mark, channels: 4, background: '#000' } }, left: 5, top: 5 }] : [],
    )
    .png()
    .toBuffer();

test('compares text line by line and reports line numbers', async () => {
  const expected = await write('expected.txt', 'one\ntwo\nthree\nfour\n');
  const changed = await write('changed.txt', 'one  \nTWO\nthree\nfour\nfive\n\n');
  expect(await compare([changed, expected])).toMatchObject({
    different: true,
    files: [
      {
        by: 'text',
        share: 0.4,
        tolerance: 0,
        lines: [
          { line: 2, expected: 'two', actual: 'TWO' },
          { line: 5, actual: 'five' },
        ],
      },
    ],
    metadata: { different: true, differentFiles: 1, summary: 'changed.txt: 2 of 5 lines, from line 2' },
    engines: ['plaintext'],
  });
  expect(await compare([changed, expected], { tolerance: 0.4 })).toMatchObject({ different: false });
  expect((await compare([expected, expected])).metadata).toEqual({
    different: false,
    files: 1,
    differentFiles: 0,
  });
});

test('compares images by pixels, whatever their encoding', async () => {
  const expected = await write('expected.png', await draw('#336699'));
  const same = await write(
    'same.png',
    await sharp(await draw('#336699'))
      .png({ compressionLevel: 0 })
      .toBuffer(),
  );
  const marked = await write('marked.png', await draw('#336699', { width: 10, height: 10 }));
  const wider = await write(
    'wider.png',
    await sharp(await draw('#336699'))
      .resize(101, 50)
      .png()
      .toBuffer(),
  );
  expect(await compare([same, expected])).toMatchObject({
    different: false,
    files: [{ by: 'pixels', share: 0 }],
  });
  expect((await compare([same, expected], { by: 'bytes' })).files[0]).toMatchObject({
    by: 'bytes',
    different: true,
  });
  expect(await compare([marked, expected])).toMatchObject({
    different: true,
    files: [{ share: 0.02, pages: [{ page: 1, share: 0.02 }] }],
    metadata: { summary: 'marked.png: 2 % of the pixels' },
  });
  expect((await compare([marked, expected], { tolerance: 0.02 })).different).toBe(false);
  expect((await compare([wider, expected])).files[0]).toMatchObject({ different: true, share: 1 });
});

test('compares all frames of an animation', async () => {
  const white = await write(
    'a.gif',
    await sharp(await Promise.all([draw('#fff'), draw('#00f')]), { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
  const other = await write(
    'b.gif',
    await sharp(await Promise.all([draw('#fff'), draw('#f00')]), { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
  expect((await compare([other, white])).files[0]).toMatchObject({
    by: 'pixels',
    different: true,
    share: 0.5,
  });
});

test('compares PDFs by text if they have any, otherwise or on request by pixels', async () => {
  const expected = await write('expected.pdf', pdf(['Hello world', 'Second page']));
  const changed = await write('changed.pdf', pdf(['Hello world', 'Second leaf']));
  expect(await compare([changed, expected])).toMatchObject({
    different: true,
    files: [{ by: 'text', lines: [{ expected: 'Second page', actual: 'Second leaf' }] }],
  });
  const seen = await compare([changed, expected], { by: 'pixels', tolerance: 0 });
  expect(seen.files[0]).toMatchObject({ by: 'pixels', different: true, pages: [{ page: 2 }] });
  const blank = await write('blank.pdf', pdf(['']));
  expect((await compare([blank, blank])).files[0]).toMatchObject({ by: 'pixels', different: false });
});

test('compares files in order, and reports missing, additional and converted ones', async () => {
  const [a, b] = [await write('a.txt', 'a'), await write('b.txt', 'b')];
  const json = await write('a.json', '"a"');
  expect((await compare([a, b, a, b], { expected: 2 })).different).toBe(false);
  expect((await compare([a, a, b], { expected: 2 })).files).toMatchObject([
    { index: 0, different: false },
    { index: 1, filename: 'b.txt', different: true, reason: 'missing' },
  ]);
  expect((await compare([a, b, a])).files[1]).toMatchObject({ reason: 'added', different: true });
  expect(await compare([json, a])).toMatchObject({
    files: [{ reason: 'format', different: true }],
    metadata: { summary: 'a.json: has another format' },
  });
});

test('compares other files by bytes', async () => {
  const expected = await write('expected.zip', Buffer.from([1, 2, 3, 4]));
  const longer = await write('longer.zip', Buffer.from([1, 2, 9, 4, 5]));
  expect((await compare([longer, expected])).files[0]).toMatchObject({
    by: 'bytes',
    share: 0.4,
    bytes: { expected: 4, actual: 5, first: 2 },
  });
});

test('refuses a mode that does not suit the format, and too few files', () => {
  const resolve = (input: never, by?: 'text' | 'pixels', files?: number) => () =>
    job.resolve({ input, options: { expected: 1, ...(by && { by }) }, ...(files && { files }) });
  expect(resolve('mp3' as never, 'text')).toThrow('cannot be text');
  expect(resolve('docx' as never, 'pixels')).toThrow('cannot be pixels');
  expect(resolve('txt' as never, undefined, 1)).toThrow('at least 2 files');
});
