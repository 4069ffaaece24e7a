import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus, realFile } from '../../../tests/support/corpus.ts';
import { finishArchive, prepareArchive } from './archive.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-archive-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const conforming = realFile(
  'pdf/verapdf-corpus__veraPDF_test_suite_6-2-4-5-t01-pass-a.pdf',
  'pdf/archival-without-profile.pdf',
);
const conformingPages = hasCorpus ? 1 : 2;

const finish = (path: string, pages: number) =>
  finishArchive(
    {
      inputs: [{ path }],
      output: join(dir, 'out.pdf'),
      info: {},
      language: '',
      longTexts: {},
      pages,
      part: 2,
    },
    {},
  );

describe('the PDF/A check', () => {
  it('finds only a missing output intent in a conforming file without a profile', async () => {
    await expect(finish(conforming, conformingPages)).rejects.toMatchObject({
      detail: 'not PDF/A-2b: no output intent',
    });
  });

  it('names the faults of a non-conforming file', async () => {
    const failed = finish(realFile('pdf/pdf.js__basicapi.pdf', 'pdf/standard-fonts.pdf'), 3);
    await expect(failed).rejects.toMatchObject({ reason: 'unsupported_content' });
    await failed.catch(error => {
      expect(error.detail).toContain('no output intent');
      expect(error.detail).toContain('Times-Bold not embedded');
    });
    if (!hasCorpus) return;
    const refused = corpusFile('pdf/verapdf-corpus__veraPDF_test_suite_6-6-1-t01-fail-a.pdf');
    await expect(finish(refused, 1)).rejects.toMatchObject({ reason: 'unsupported_content' });
  });

  it('notices missing pages', async () => {
    await expect(finish(conforming, conformingPages + 1)).rejects.toMatchObject({
      reason: 'unsupported_content',
    });
  });

  it('detects fonts that are not embedded', async () => {
    const output = join(dir, 'prepared.pdf');
    const missing = prepareArchive(
      { inputs: [{ path: realFile('pdf/pdf.js__noembed-sjis.pdf', 'pdf/japanese.pdf') }], output, part: 2 },
      {},
    );
    await expect(missing).resolves.toMatchObject({ withoutFonts: true });
    const present = prepareArchive(
      { inputs: [{ path: realFile('pdf/sample-files__habibi.pdf', 'pdf/columns.pdf') }], output, part: 2 },
      {},
    );
    await expect(present).resolves.toMatchObject({ withoutFonts: false });
  });
});
