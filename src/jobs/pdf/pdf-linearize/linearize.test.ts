import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

describe('pdf-linearize', () => {
  it('linearizes the document and changes nothing else', async () => {
    const file = await makePdf(at('sample.pdf'), sample);
    await using made = await runJob(job, run, file);
    const { path, metadata } = made.outputs[0]!;
    expect(execFileSync('qpdf', ['--check-linearization', path], { encoding: 'utf8' })).toContain(
      'no linearization errors',
    );
    expect(metadata).toEqual({ pages: 5, linearized: true });
    expect(await pageTexts(path)).toEqual(await pageTexts(file));
    expect(await outline(path)).toEqual(await outline(file));
  });
});
