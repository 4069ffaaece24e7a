import { JobFailure } from '../../contract/failure.ts';
import type { FailureReason } from '../../contract/states.ts';

/** The meanings of libvips' messages; the first pattern that matches counts. */
const meanings: readonly [RegExp, FailureReason][] = [
  // sharp says this about a mistake in a call of ours.
  [/^Expected /, 'engine_error'],
  [
    /exceeds pixel limit|exceeds the maximum|exceeded more than|amplification factor|too many frames|excessive depth/i,
    'limit_exceeded',
  ],
  [
    /too large for the \w+ format|image is too large|bad extract area|(zstd|lerc|lzma) compression support/i,
    'unsupported_content',
  ],
  [
    /out of memory|unable to allocate|no space left|write error|unable to (open|write).*for writing/i,
    'engine_error',
  ],
];

/**
 * Turns an error in the work on an image into a failure. Errors of sharp about pixels, and of a parser of ours that ran
 * out of bytes, are the input's fault; a mistake in our code or trouble with the machine is ours.
 */
export function explainSharpError(error: unknown): JobFailure {
  if (error instanceof JobFailure) return error;
  if (!(error instanceof Error)) return new JobFailure('engine_error', String(error));
  const ours = error instanceof TypeError || error instanceof ReferenceError || 'errno' in error;
  if (ours) return new JobFailure('engine_error', error.stack ?? error.message);
  const reason = meanings.find(([words]) => words.test(error.message))?.[1] ?? 'unreadable_input';
  return new JobFailure(reason, `sharp: ${error.message}`);
}
