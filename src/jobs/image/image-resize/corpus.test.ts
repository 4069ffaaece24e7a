import { describe, expect, test } from 'vitest';
import { type CorpusEntry, corpusEntries, corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { JobFailure } from '../../../contract/failure.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
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

describe('every image of the corpus is resized or refused as it should be', () => {
  test.skipIf(!hasCorpus)('there are many', () => expect(entries.length).toBeGreaterThan(20));

  test.each(entries)('$path ($expected)', async ({ path, expected }) => {
    const outcomes = allowed[Object.keys(allowed).find(start => expected.startsWith(start))!]!;
    expect(outcomes).toContain(await outcome(path));
  });
});
