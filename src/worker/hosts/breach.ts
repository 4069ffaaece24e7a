import { JobFailure } from '../../contract/failure.ts';
import type { FailureReason } from '../../contract/states.ts';

/** What no honest job does or hands back. Logged loudly: either a job type is broken or a host was taken over. */
export class Breach extends JobFailure {
  constructor(detail: string, reason: FailureReason = 'engine_error') {
    super(reason, detail);
    this.name = 'Breach';
  }
}
