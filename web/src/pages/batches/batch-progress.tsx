import { Progress, Text } from '@mantine/core';
import type { Batch } from '../../api/batches.ts';
import { strings } from '../../wording/strings.ts';

const words = strings.batches;

const describeCounts = ({ counts }: Batch): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${words.states[state as keyof Batch['counts']]}`)
    .join(' · ');

/** How far a batch is, and how many of its inputs are in each state. */
export const BatchProgress = ({ batch }: { batch: Batch }) => (
  <>
    <Progress value={batch.progress} aria-label={words.progress} />
    <Text size="sm" mt={4}>
      {describeCounts(batch)}
    </Text>
    {batch.blocked && (
      <Text size="sm" c="var(--warn)">
        {words.blocked(words.quotas[batch.blocked.quota] ?? batch.blocked.quota)}
      </Text>
    )}
  </>
);
