import { JobFailure } from '../../../../../src/contract/failure.ts';
import type { FailureReason } from '../../../../../src/contract/states.ts';
import type { HostileRun } from '../../probe-context.ts';

let runs = 0;

/** Fails with a long message and the number of its calls. */
export const run: HostileRun<{ detailBytes?: number; plain?: boolean; reason?: FailureReason }> = async ({
  options,
}) => {
  runs += 1;
  if (options.reason) throw new JobFailure(options.reason, `run ${runs}`);
  if (options.plain) throw new TypeError('a slip of ours');
  throw new JobFailure('unreadable_input', 'x'.repeat(options.detailBytes ?? 10));
};
