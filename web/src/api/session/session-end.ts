import { client } from '../client.ts';
import { isProblem } from '../problem.ts';
import { queryClient } from '../query-client.ts';
import { sessionQuery } from './session.ts';

const isRefused = (error: unknown): boolean => isProblem(error) && error.status === 401;

/**
 * A session may end elsewhere: signed out in another window, revoked or expired. The page is then reloaded, which asks
 * for a sign-in and returns here. Refusals for other reasons change nothing.
 */
export function leaveWhenSessionEnds(): void {
  queryClient.getQueryCache().subscribe(async event => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isRefused(event.action.error)) return;
    if (!queryClient.getQueryData(sessionQuery.queryKey)) return;
    const hasEnded = await client.session.get().then(() => false, isRefused);
    if (hasEnded) location.reload();
  });
}
