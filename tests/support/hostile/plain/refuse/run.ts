import { JobFailure } from '../../../../../src/contract/failure.ts';
import type { HostileRun } from '../../probe-context.ts';

/** Says no to its input, at length. */
export const run: HostileRun<{ detailBytes?: number; plain?: boolean }> = async ({ options }) => {
  if (options.plain) throw new TypeError('a slip of ours');
  throw new JobFailure('unreadable_input', 'x'.repeat(options.detailBytes ?? 10));
};
