import { FilemillError } from '@filemill/client';
import { strings } from '../wording/strings.ts';

/** Recognises an error response of the service. */
export const isProblem = (error: unknown): error is FilemillError => error instanceof FilemillError;

/** Whether the request did not reach the service, or its response did not arrive. */
export const isUnreachable = (error: unknown): boolean =>
  isProblem(error) && error.code === 'connection_failed';

/** Returns the message to show for any error. */
export function describeProblem(error: unknown): string {
  if (isUnreachable(error)) return strings.problems.unreachable;
  return error instanceof Error ? error.message : strings.problems.unknown;
}

/** Returns the name of the option that the service refused, if it was one. */
export function findRefusedOption(error: unknown): string | undefined {
  const paths = isProblem(error) ? (error.details ?? []).map(({ path }) => path) : [];
  return paths.map(path => /^options\.(\w+)/.exec(path)?.[1]).find(name => name !== undefined);
}
