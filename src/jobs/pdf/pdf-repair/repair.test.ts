import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf, pdfBytes } from '../testing/make-pdf.ts';
import { check, pageTexts } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const made = { pages: [{ text: 'first' }, { text: 'second' }] };
const damaged = async (name: string, change: (text: string) => string) => {
  const path = at(name);
  await writeFile(path, change(pdfBytes(made).toString('latin1')), 'latin1');
  return path;
};

describe('pdf-repair', () => {
  it('says when there was nothing to repair', async () => {
    await using result = await runJob(job, run, await makePdf(at('sound.pdf'), made));
    expect(result.outputs[0]!.metadata).toEqual({ pages: 2, repaired: false });
  });

  it.each([
    ['a wrong cross-reference table', (text: string) => text.replace(/\n0000000\d/g, '\n0000009')],
    ['a missing end', (text: string) => text.replace(/startxref[\s\S]*/, '')],
    ['pages that are not there', (text: string) => text.replace(/\/Kids \[/, '/Kids [99 0 R ')],
    [
      'a trailer that counts no objects',
      (text: string) => text.replace(/xref\n0[\s\S]*trailer/, 'trailer').replace(/\/Size \d+/, ''),
    ],
    ['junk before the header', (text: string) => `junk\n${text}`],
  ])('mends %s', async (name, change) => {
    await using result = await runJob(job, run, await damaged(`${name}.pdf`, change));
    const { path, metadata } = result.outputs[0]!;
    await check(path);
    expect(await pageTexts(path)).toEqual(['first', 'second']);
    expect(metadata).toMatchObject({ pages: 2 });
    if (!name.startsWith('junk')) expect(metadata).toMatchObject({ repaired: true });
  });

  it('rescues what only Ghostscript can read', async () => {
    const file = await damaged('no-trailer.pdf', text => text.replace(/xref\n[\s\S]*/, ''));
    await using result = await runJob(job, run, file);
    expect(result.engines).toEqual(['ghostscript', 'pikepdf']);
    expect(await pageTexts(result.outputs[0]!.path)).toEqual(['first', 'second']);
    expect(result.outputs[0]!.metadata).toEqual({ pages: 2, repaired: true });
  });

  it('fails for what is no document at all', async () => {
    await expect(
      runJob(job, run, await damaged('nothing.pdf', () => '%PDF-1.7\nnothing')),
    ).rejects.toMatchObject({
      reason: 'unreadable_input',
    });
  });
});
