import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { isProblem } from './problem.ts';

/** Refusals are permanent; only temporary errors are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && !(isProblem(error) && error.status >= 400 && error.status < 500),
    },
  },
});

/** Waits for a change, and then refreshes the queries whose keys begin with this one. */
export async function refreshAfter<Answer>(change: Promise<Answer>, queryKey: QueryKey): Promise<Answer> {
  const answer = await change;
  await queryClient.invalidateQueries({ queryKey });
  return answer;
}
