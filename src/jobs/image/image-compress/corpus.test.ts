import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type CorpusEntry, corpusEntries, corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { JobFailure } from '../../../contract/failure.ts';
import { findDeclaredFormat } from '../../../formats/declared.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const accepted = ({ path }: CorpusEntry) =>
  job.accepts.some(format => format === findDeclaredFormat('', path));
const entries = [...corpusEntries('images'), ...corpusEntries('bombs')].filter(accepted);

const allowed: Record<string, string[]> = {
  'convert ok': ['ok'],
  'must fail': ['unreadable_input'],
  lenient: ['ok', 'unreadable_input'],
  limit: ['limit_exceeded', 'unreadable_input'],
};

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

describe('every image of the corpus gets no larger, or is refused as it should be', () => {
  test.skipIf(!hasCorpus)('there are many', () => expect(entries.length).toBeGreaterThan(20));

  test.each(entries)('$path ($expected)', async ({ path, expected }) => {
    const outcomes = allowed[Object.keys(allowed).find(start => expected.startsWith(start))!]!;
    expect(outcomes).toContain(await outcome(path));
  });
});
