import { type CorpusEntry, corpusEntries } from '../../../../tests/support/corpus.ts';
import { findDeclaredFormat } from '../../../formats/declared.ts';

/** The possible expectations of the corpus for a file. */
const allowed: Record<string, string[]> = {
  'convert ok': ['ok'],
  'must fail': ['unreadable_input'],
  lenient: ['ok', 'unreadable_input', 'unsupported_content'],
  limit: ['limit_exceeded', 'unreadable_input'],
};

/** Every image and bomb that a job type takes, with the ways it may end. */
export function imagesFor(job: {
  accepts: readonly string[];
}): (CorpusEntry & { outcomes: string[]; at: number })[] {
  return [...corpusEntries('images'), ...corpusEntries('bombs')]
    .filter(({ path }) => job.accepts.some(format => format === findDeclaredFormat('', path)))
    .map((entry, at) => {
      const [, outcomes] = Object.entries(allowed).find(([start]) => entry.expected.startsWith(start)) ?? [];
      if (!outcomes) throw new Error(`${entry.path}: nobody knows what "${entry.expected}" means`);
      return { ...entry, outcomes, at };
    });
}
