import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';

/** The button that loads the next page of a list, if there is one. */
export function MoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  children,
}: {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  children: string;
}) {
  return (
    hasNextPage && (
      <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {children}
      </Button>
    )
  );
}
