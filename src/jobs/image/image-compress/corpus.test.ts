import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { takeSome } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { JobFailure } from '../../../contract/failure.ts';
import { imagesFor } from '../testing/corpus-images.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const entries = imagesFor(job);

async function outcome(path: string): Promise<string> {
  try {
    const file = corpusFile(path);
    await using result = await runJob(job, run, file, { quality: 70 });
    const [before, after] = await Promise.all([readFile(file), readFile(result.outputs[0]!.path)]);
    expect(after.length).toBeLessThanOrEqual(before.length);
    expect(result.outputs[0]!.metadata!.savedBytes).toBe(before.length - after.length);
    return 'ok';
  } catch (error) {
    if (error instanceof JobFailure) return error.reason;
    throw error;
  }
}

describe('every image of the corpus gets no larger or fails as expected', () => {
  test('the corpus is large', () => expect(entries.length).toBeGreaterThan(hasCorpus ? 20 : 2));

  test.each(takeSome(entries, 12))('$path ($expected)', async ({ path, outcomes }) => {
    expect(outcomes).toContain(await outcome(path));
  });
});
