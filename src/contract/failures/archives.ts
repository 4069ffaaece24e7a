import type { FailureEntry } from './entry.ts';

/** Failures of jobs on archives. */
export const archiveFailures = {
  no_pages: {
    reason: 'unsupported_content',
    says: 'The archive has no pictures that could be pages.',
  },
  archive_empty: {
    reason: 'unsupported_content',
    says: 'The archive contains no files.',
  },
  no_file_chosen: {
    reason: 'option_mismatch',
    options: ['include', 'exclude'],
    says: 'No file of the archive matches `include` and `exclude`. Set `list` to see the paths.',
  },
  too_many_entries: {
    reason: 'limit_exceeded',
    options: ['include'],
    says: 'The archive has more files than one job may extract. Choose some with `{option}`, or only list them.',
  },
  too_many_entries_for_plan: {
    reason: 'limit_exceeded',
    options: ['include'],
    says: 'The archive has more files than the plan of this workspace allows (`limits.archiveEntries` of `GET /usage`). Choose some with `{option}`, or only list them.',
  },
  unpacks_too_large: {
    reason: 'limit_exceeded',
    options: ['include'],
    says: 'The files in the archive are too large for one job. Choose some with `{option}`.',
  },
} satisfies Record<string, FailureEntry>;
