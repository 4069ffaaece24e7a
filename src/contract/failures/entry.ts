import type { FailureReason } from '../states.ts';

/**
 * The reason of a failed job as a sentence for its caller. The only variable parts are the caller's own
 * option values.
 */
export interface FailureEntry {
  reason: FailureReason;
  /**
   * The options that the sentence may be about. The first one given in the request is named; a sentence
   * without `{value}` may name one that was left out.
   */
  options?: readonly string[];
  /** `{option}` is the option's name, `{value}` its value. */
  says: string;
  /** The general sentence applies where the line or file that `{place}` stands for is not known. */
  needsPlace?: true;
  /** The sentence if only one part of the value is wrong; `{part}` is that part. */
  saysOfPart?: string;
}
