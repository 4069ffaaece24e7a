import type { BatchEntry } from '@filemill/client';
import { Group, Skeleton, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type Batch, batchInputsQuery, batchQuery } from '../../api/batches.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Back } from '../../components/back/back.tsx';
import { Ident } from '../../components/ident.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Page } from '../../components/page.tsx';
import { Cell, type Column, NameCell, Rows } from '../../components/rows/rows.tsx';
import { State } from '../../components/state/state.tsx';
import { Thumbnail } from '../../components/thumbnail/thumbnail.tsx';
import { useBatchTitle } from '../../components/use-batch-title.ts';
import { When } from '../../components/when/when.tsx';
import { describeFailure } from '../../wording/jobs.ts';
import { strings } from '../../wording/strings.ts';
import { BatchActions } from './batch-actions.tsx';
import { BatchProgress } from './batch-progress.tsx';

const words = strings.batches;
const columns = [{ title: words.file }, { title: words.state }, { title: words.result }] satisfies Column[];
const [, state, result] = columns as [Column, Column, Column];

/** The reason why an input failed, or was refused. */
const explain = ({ refused, failure }: BatchEntry): string | undefined =>
  refused?.message.replaceAll('`', '') ?? (failure && describeFailure(failure));

function InputRow({ entry }: { entry: BatchEntry }) {
  const { jobId, runId, filename, files, fileCount } = entry;
  const name = runId ? (
    <Link to="/runs/$runId" params={{ runId }}>
      {filename}
    </Link>
  ) : jobId ? (
    <Link to="/jobs/$jobId" params={{ jobId }}>
      {filename}
    </Link>
  ) : (
    filename
  );
  const [file] = files;
  return (
    <tr>
      <NameCell
        name={
          <Group component="span" gap="xs" wrap="nowrap">
            <Thumbnail artifactId={file?.artifactId} filename={file?.filename ?? filename} size={32} />
            <bdi className="ellipsis">{name}</bdi>
          </Group>
        }
        note={explain(entry)}
      />
      <Cell of={state}>
        <State state={entry.status} />
      </Cell>
      <Cell of={result}>
        {file && fileCount === 1 && file.downloadUrl ? (
          <a href={file.downloadUrl} download dir="auto">
            {file.filename}
          </a>
        ) : (
          fileCount > 0 && words.files(fileCount)
        )}
      </Cell>
    </tr>
  );
}

function Inputs({ batch }: { batch: Batch }) {
  const { id: workspaceId } = useWorkspace();
  const query = useInfiniteQuery(batchInputsQuery(workspaceId, batch));
  const { data, error, refetch } = query;
  const entries = data?.pages.flatMap(page => page.inputs) ?? [];
  return (
    <section aria-label={words.inputs}>
      <Title order={2} mt="xl" mb="xs">
        {words.inputs}
      </Title>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {entries.length > 0 && (
        <Rows caption={words.inputs} columns={columns}>
          {entries.map(entry => (
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
