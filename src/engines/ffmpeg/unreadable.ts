import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure } from '../program.ts';

/** Turns FFmpeg's failure or crash into an unreadable input. That FFmpeg was killed is not the input's fault. */
export function toUnreadable(error: unknown): unknown {
  if (!(error instanceof ProgramFailure) || /^SIG(KILL|TERM)$/.test(error.signal ?? '')) return error;
  return new JobFailure('unreadable_input', error.detail);
}
