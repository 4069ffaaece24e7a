import { describe, expect, test } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { takeSome } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { JobFailure } from '../../../contract/failure.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { imagesFor } from '../testing/corpus-images.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const entries = imagesFor(job);

async function outcome(path: string): Promise<string> {
  try {
    await using result = await runJob(job, run, corpusFile(path), { width: 90, height: 60, fit: 'cover' });
    const [output] = result.outputs;
    const { width, height } = await sharp(output!.path).metadata();
    expect([width, height]).toEqual([90, 60]);
    return 'ok';
  } catch (error) {
    if (error instanceof JobFailure) return error.reason;
    throw error;
  }
}

describe('every image of the corpus is resized or fails as expected', () => {
  test('the corpus is large', () => expect(entries.length).toBeGreaterThan(hasCorpus ? 20 : 2));

  test.each(takeSome(entries, 12))('$path ($expected)', async ({ path, outcomes }) => {
    expect(outcomes).toContain(await outcome(path));
  });
});
