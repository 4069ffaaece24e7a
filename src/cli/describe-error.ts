import { WorkFailed } from './backend/backend.ts';
import { writeAsFlags } from './flags/flags.ts';

/** Returns the sentence about an error for a user of the command line, who gives options as flags. */
export function describeError(error: unknown): string {
  const { message = String(error) } = (error ?? {}) as Error;
  return error instanceof WorkFailed ? writeAsFlags(message) : message;
}
