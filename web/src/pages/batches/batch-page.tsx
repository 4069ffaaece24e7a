import type { BatchEntry } from '@filemill/client';
import { Group, SegmentedControl, Skeleton, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Batch, batchInputsQuery, batchQuery } from '../../api/batches.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Back } from '../../components/back/back.tsx';
import { Ident } from '../../components/ident.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Page } from '../../components/page.tsx';
import { Rows } from '../../components/rows/rows.tsx';
import { useBatchTitle } from '../../components/use-batch-title.ts';
import { When } from '../../components/when/when.tsx';
import { strings } from '../../wording/strings.ts';
import { BatchActions } from './batch-actions.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { InputRow, inputColumns } from './input-row.tsx';

const words = strings.batches;

function Inputs({ batch }: { batch: Batch }) {
  const { id: workspaceId } = useWorkspace();
  const { counts, inputCount } = batch;
  const [filter, setFilter] = useState<'all' | 'failed'>('all');
  const onlyFailed = counts.failed > 0 && filter === 'failed';
  const query = useInfiniteQuery(batchInputsQuery(workspaceId, batch, onlyFailed ? 'failed' : undefined));
  const { data, error, refetch } = query;
  const entries = data?.pages.flatMap(page => page.inputs) ?? [];
  const isFailed = ({ status }: BatchEntry) => Number(status === 'failed');
  return (
    <section aria-label={words.inputs}>
      <Group justify="space-between" mt="xl" mb="xs">
        <Title order={2}>{words.inputs}</Title>
        {counts.failed > 0 && counts.failed < inputCount && (
          <SegmentedControl
            size="xs"
            aria-label={words.state}
            value={filter}
            onChange={setFilter}
            data={[
              { value: 'all', label: words.files(inputCount) },
              { value: 'failed', label: `${strings.states.failed}: ${counts.failed}` },
            ]}
          />
        )}
      </Group>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {entries.length > 0 && (
        <Rows caption={words.inputs} columns={inputColumns}>
          {entries
            .toSorted((one, other) => isFailed(other) - isFailed(one) || one.index - other.index)
            .map(entry => (
              <InputRow key={entry.index} entry={entry} />
            ))}
        </Rows>
      )}
      <MoreButton query={query}>{words.moreInputs}</MoreButton>
    </section>
  );
}

/** One batch: its progress, and what became of each of its files. */
export function BatchPage() {
  const { batchId } = useParams({ from: '/shell/batches/$batchId' });
  const { id: workspaceId } = useWorkspace();
  const { data: batch, error, refetch } = useQuery(batchQuery(workspaceId, batchId));
  const describeBatch = useBatchTitle();
  return (
    <Page
      title={batch ? describeBatch(batch) : words.one}
      back={<Back to="/batches">{words.title}</Back>}
      actions={batch && <BatchActions batch={batch} size="sm" />}
    >
      {error && !batch && (
        <LoadError error={error} onRetry={refetch} list={{ to: '/batches', title: words.title }} />
      )}
      {!batch && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {batch && (
        <>
          <p className="dim">
            <When time={batch.createdAt} /> · <Ident value={batch.id} name={words.id} />
          </p>
          <BatchProgress batch={batch} />
          <Inputs batch={batch} />
        </>
      )}
    </Page>
  );
}
