import { Button, Group, Progress, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Batch, batchHasEnded, cancelBatch, findBatchZip, retryBatch } from '../../api/batches.ts';
import { describeProblem } from '../../api/problem.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { Ident } from '../../components/ident.tsx';
import { When } from '../../components/when/when.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.batches;

const describeCounts = ({ counts }: Batch): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${words.states[state as keyof Batch['counts']]}`)
    .join(' · ');

/** One batch with its progress and what can be done with it. */
export function BatchRow({ batch }: { batch: Batch }) {
  const workspace = useWorkspace();
  const mayChange = useMay('member');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const download = async () => {
    const url = await findBatchZip(workspace.id, batch.id);
    if (url) window.location.assign(url);
  };
  const { counts } = batch;
  return (
    <Table.Tr>
      <Table.Td>
        <Ident value={batch.id} name={words.id} />
        <Text size="sm" c="dimmed">
          {batch.type ?? batch.recipeId} · <When time={batch.createdAt} />
        </Text>
      </Table.Td>
      <Table.Td>
        <Progress value={batch.progress} aria-label={words.progress} />
        <Text size="sm">{describeCounts(batch)}</Text>
        {batch.blocked && (
          <Text size="sm" c="orange">
            {words.blocked(batch.blocked.quota)}
          </Text>
        )}
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end">
          {batchHasEnded(batch) && (batch.result?.fileCount ?? 0) > 0 && (
            <Button size="xs" variant="default" onClick={() => act(download)} loading={busy}>
              {words.download(batch.result?.fileCount ?? 0)}
            </Button>
          )}
          {mayChange && batchHasEnded(batch) && counts.failed + counts.canceled > 0 && (
            <Button
              size="xs"
              variant="default"
              loading={busy}
              onClick={() => act(() => retryBatch(workspace.id, batch.id))}
            >
              {words.retry}
            </Button>
          )}
          {mayChange && !batchHasEnded(batch) && (
            <Button
              size="xs"
              variant="default"
              loading={busy}
              onClick={() => act(() => cancelBatch(workspace.id, batch.id))}
            >
              {words.cancel}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
