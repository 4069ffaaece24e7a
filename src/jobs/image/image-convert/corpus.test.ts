import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type CorpusEntry, corpusEntries, corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { JobFailure } from '../../../contract/failure.ts';
import { findDeclaredFormat } from '../../../formats/declared.ts';
import { difference, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const accepted = ({ path }: CorpusEntry) =>
  job.accepts.some(format => format === findDeclaredFormat('', path));
const entries = [...corpusEntries('images'), ...corpusEntries('bombs')].filter(accepted);
const others = ['jpeg', 'webp', 'tiff', 'bmp', 'ico', 'pdf'];

/** What the corpus expects becomes one of these. */
async function outcome(path: string, outputFormat: string): Promise<string> {
  try {
    await using result = await runJob(job, run, corpusFile(path), { outputFormat });
    return result.outputs.length === 1 ? 'ok' : `${result.outputs.length} outputs`;
  } catch (error) {
    if (error instanceof JobFailure) return error.reason;
    throw error;
  }
}

const allowed: Record<string, string[]> = {
  'convert ok': ['ok'],
  'must fail': ['unreadable_input'],
  lenient: ['ok', 'unreadable_input'],
  limit: ['limit_exceeded', 'unreadable_input'],
};

describe('every image of the corpus ends as it should', () => {
  test.skipIf(!hasCorpus)('there are many', () => expect(entries.length).toBeGreaterThan(20));

  test.each(entries.map((entry, index) => ({ ...entry, other: others[index % others.length]! })))(
    '$path ($expected)',
    async ({ path, expected, other }) => {
      const outcomes = allowed[Object.keys(allowed).find(start => expected.startsWith(start))!]!;
      expect(outcomes).toContain(await outcome(path, other));
      // A large photo takes seconds to become a PNG, and shows nothing that a small one does not.
      if (statSync(corpusFile(path)).size < 1_000_000) expect(outcomes).toContain(await outcome(path, 'png'));
    },
  );
});

test.runIf(entries.length > 0)('all turned pictures come out as the same upright one', async () => {
  const upright = [];
  for (const n of [2, 3, 4, 6, 8]) {
    const path = corpusFile(`images/exif-orientation-examples__Landscape_${n}.jpg`);
    await using result = await runJob(job, run, path, { outputFormat: 'jpeg', quality: 95 });
    expect(result.outputs[0]!.metadata).toMatchObject({ width: 1800, height: 1200 });
    upright.push(await rgba(result.outputs[0]!.path));
  }
  // Each was compressed anew after turning, so they differ by JPEG noise and by the number written on them.
  for (const other of upright.slice(1)) expect(difference(upright[0]!, other)).toBeLessThan(3);
});
