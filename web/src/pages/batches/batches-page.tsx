import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Layers, Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { batchesQuery, createBatch } from '../../api/batches.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { useNewDialog } from '../../components/dialogs/use-new-dialog.ts';
import { Empty } from '../../components/empty/empty.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Page } from '../../components/page.tsx';
import { Rows } from '../../components/rows/rows.tsx';
import { useBatchTitle } from '../../components/use-batch-title.ts';
import { strings } from '../../wording/strings.ts';
import { BatchRow, columns } from './batch-row.tsx';

const words = strings.batches;

/** The form is loaded on first use, because it includes the options of every job type. */
const BatchForm = lazy(() => import('./batch-form.tsx').then(({ BatchForm }) => ({ default: BatchForm })));

export function BatchesPage() {
  const workspace = useWorkspace();
  const mayCreate = useMay('member');
  const navigate = useNavigate();
  const [creating, setCreating] = useNewDialog();
  const query = useInfiniteQuery(batchesQuery(workspace.id));
  const { data, error, isPending, refetch } = query;
  const describeBatch = useBatchTitle();
  const batches = data?.pages.flatMap(page => page.batches) ?? [];
  const create = mayCreate && (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={batches.length > 0 && create}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {isPending && <Skeleton height={200} />}
      {data && batches.length === 0 && (
        <Empty icon={Layers} title={words.empty} text={words.emptyText}>
          {create}
        </Empty>
      )}
      {batches.length > 0 && (
        <Rows caption={words.title} columns={columns}>
          {batches.map(batch => (
            <BatchRow key={batch.id} batch={batch} title={describeBatch(batch)} />
          ))}
        </Rows>
      )}
      <MoreButton query={query}>{words.older}</MoreButton>
      {creating && (
        <Suspense>
          <BatchForm
            onClose={() => setCreating(false)}
            onSubmit={async batch => {
              const { id } = await createBatch(workspace.id, batch);
              setCreating(false);
              await navigate({ to: '/batches/$batchId', params: { batchId: id } });
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}
