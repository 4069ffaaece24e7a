import { FilemillError } from '@filemill/client';
import { strings } from '../wording/strings.ts';

/** Recognises an error response of the service. */
export const isProblem = (error: unknown): error is FilemillError => error instanceof FilemillError;

/** Returns the message to show for any error. */
export function describeProblem(error: unknown): string {
  if (isProblem(error) && error.code === 'connection_failed') return strings.problems.unreachable;
  return error instanceof Error ? error.message : strings.problems.unknown;
}
