import { JobFailure } from '../../contract/failure.ts';
import type { FailureReason } from '../../contract/states.ts';

/** What libvips' words mean, the first that match. What matches none is the input's fault: it was being decoded. */
const meanings: readonly [RegExp, FailureReason][] = [
  // How sharp complains of a call of ours.
  [/^Expected /, 'engine_error'],
  [/exceeds pixel limit|exceeds the maximum|too many frames/i, 'limit_exceeded'],
  [/too large for the \w+ format|image is too large|bad extract area/i, 'unsupported_content'],
  [
    /out of memory|unable to allocate|no space left|write error|unable to (open|write).*for writing|ENOSPC|ENOMEM/i,
    'engine_error',
  ],
];

export function sharpFailure(error: unknown): JobFailure {
  if (error instanceof JobFailure) return error;
  const text = error instanceof Error ? error.message : String(error);
  const reason = meanings.find(([words]) => words.test(text))?.[1] ?? 'unreadable_input';
  return new JobFailure(reason, `sharp: ${text}`);
}
