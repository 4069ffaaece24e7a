import type { FailureReason } from './states.ts';

/**
 * Thrown by job types and engines when a job cannot succeed. `reason` is what the caller may know;
 * `detail` is for the operator only (engine, exit code, stderr) and never leaves the workspace.
 */
export class JobFailure extends Error {
  readonly reason: FailureReason;
  readonly detail: string;

  constructor(reason: FailureReason, detail: string) {
    super(reason);
    this.name = 'JobFailure';
    this.reason = reason;
    this.detail = detail;
  }
}
