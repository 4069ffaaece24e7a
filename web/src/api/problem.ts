import { strings } from '../strings.ts';
import { Problem } from './stand-in.ts';

/** What the service refused, with its status and code. */
export const isProblem = (error: unknown): error is Problem => error instanceof Problem;

/** What to show a person of anything thrown. */
export function sayProblem(error: unknown): string {
  if (isProblem(error)) return error.message;
  if (error instanceof TypeError) return strings.problems.unreachable;
  return error instanceof Error ? error.message : strings.problems.unknown;
}
