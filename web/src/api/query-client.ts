import { QueryClient } from '@tanstack/react-query';
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
