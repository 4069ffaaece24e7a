import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { batchesQuery } from '../../api/batches.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Empty } from '../../components/empty/empty.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Page } from '../../components/page.tsx';
import { Rows } from '../../components/rows/rows.tsx';
import { useBatchTitle } from '../../components/use-batch-title.ts';
import { strings } from '../../wording/strings.ts';
import { BatchRow, columns } from './batch-row.tsx';

const words = strings.batches;

export function BatchesPage() {
  const workspace = useWorkspace();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(batchesQuery(workspace.id));
  const describeBatch = useBatchTitle();
  const batches = data?.pages.flatMap(page => page.batches) ?? [];
  return (
    <Page title={words.title} lead={words.lead}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {isPending && <Skeleton height={200} />}
      {data && batches.length === 0 && (
        <Empty icon={Layers} title={words.empty} text={words.emptyText}>
          <Button component={Link} to="/triggers">
            {strings.triggers.create}
          </Button>
        </Empty>
      )}
      {batches.length > 0 && (
        <Rows caption={words.title} columns={columns}>
          {batches.map(batch => (
            <BatchRow key={batch.id} batch={batch} title={describeBatch(batch)} />
          ))}
        </Rows>
      )}
      {hasNextPage && (
        <Button variant="default" mt="md" onClick={() => fetchNextPage()} loading={isFetchingNextPage}>
          {words.older}
        </Button>
      )}
    </Page>
  );
}
