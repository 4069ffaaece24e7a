import { JobFailure } from '../../contract/failure.ts';
import type { FailureReason } from '../../contract/states.ts';

/**
 * An action or result that no correct job produces. It is logged as an error: either a job type is broken or
 * a host was compromised.
 */
export class Breach extends JobFailure {
  constructor(detail: string, reason: FailureReason = 'engine_error') {
    super(reason, detail);
    this.name = 'Breach';
  }
}
