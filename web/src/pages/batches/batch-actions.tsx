import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type Batch, batchHasEnded, cancelBatch, findBatchZip, retryBatch } from '../../api/batches.ts';
import { describeProblem } from '../../api/problem.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { strings } from '../../wording/strings.ts';

const words = strings.batches;

/** Downloads the files of a batch, runs its failed inputs again, or cancels it. */
export function BatchActions({ batch, size }: { batch: Batch; size: 'xs' | 'sm' }) {
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
  const button = (label: string, work: () => Promise<unknown>) => (
    <Button size={size} variant="default" loading={busy} onClick={() => act(work)}>
      {label}
    </Button>
  );
  const { counts, result } = batch;
  const hasEnded = batchHasEnded(batch);
  const files = result?.fileCount ?? 0;
  return (
    <>
      <Group gap="xs" justify="flex-end">
        {hasEnded && files > 0 && button(words.download(files), download)}
        {mayChange &&
          hasEnded &&
          counts.failed + counts.canceled > 0 &&
          button(words.retry, () => retryBatch(workspace.id, batch.id))}
        {mayChange && !hasEnded && button(words.cancel, () => cancelBatch(workspace.id, batch.id))}
      </Group>
      {problem && (
        <Text size="sm" c="var(--bad)" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}
