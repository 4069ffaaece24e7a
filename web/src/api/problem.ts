import { FilemillError } from '@filemill/client';
import { strings } from '../wording/strings.ts';

/** What the service refused, with its status and code. */
export const isProblem = (error: unknown): error is FilemillError => error instanceof FilemillError;

/** What to show a person of anything thrown. */
export function sayProblem(error: unknown): string {
  if (isProblem(error) && error.code === 'connection_failed') return strings.problems.unreachable;
  return error instanceof Error ? error.message : strings.problems.unknown;
}
