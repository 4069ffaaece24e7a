import { type FailureId, failureCatalogue } from './failure-catalogue.ts';
import type { FailureReason } from './states.ts';

/**
 * The error that job types and engines throw if a job cannot succeed. `id` is the entry of the catalogue that the caller
 * reads, and `part` the wrong piece of an option's value, exactly as the caller wrote it. `place` counts
 * from 1: the line of the input, or the file among several. `detail` (engine, exit code, stderr) is only for the operator and never reaches a caller.
 */
export class JobFailure extends Error {
  readonly id: FailureId;
  readonly reason: FailureReason;
  readonly detail: string;
  readonly part: string | undefined;
  readonly place: number | undefined;

  constructor(id: FailureId, detail: string, part?: string, place?: number) {
    super(id);
    this.name = 'JobFailure';
    this.id = id;
    this.reason = failureCatalogue[id].reason;
    this.detail = detail;
    this.part = part;
    this.place = place;
  }
}

/** How a program ended, parsed from the text that `describeEnding` writes for the operator. */
export interface Ending {
  program: string;
  exitCode?: number;
  signal?: string;
  stderr: string;
}

export const describeEnding = (
  program: string,
  code: number | null,
  signal: string | null,
  stderr: string,
): string => `${program} ended with ${signal ?? `exit code ${code}`}\n${stderr}`;

/**
 * Parses the text of `describeEnding`. Engines pass on a detail under another reason, so only its text
 * survives.
 */
export function readEnding(detail: string): Ending | undefined {
  const line = /^(.{1,200}) ended with (?:exit code (-?\d{1,10})|(SIG[A-Z0-9]{1,12}))$/m.exec(detail);
  if (!line) return undefined;
  const [whole, program = '', code, signal] = line;
  return {
    program,
    ...(code !== undefined && { exitCode: Number(code) }),
    ...(signal !== undefined && { signal }),
    stderr: detail.slice(line.index + whole.length + 1),
  };
}
