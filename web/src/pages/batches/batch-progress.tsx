import { Progress, Text } from '@mantine/core';
import type { Batch } from '../../api/batches.ts';
import { strings } from '../../wording/strings.ts';

const words = strings.batches;

const describeCounts = ({ counts }: Batch): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${words.states[state as keyof Batch['counts']]}`)
    .join(' · ');

/** The parts of the bar: what completed, what failed, and what is in progress. */
function listSections({ counts, inputCount, progress }: Batch) {
  const share = (count: number) => (inputCount === 0 ? 0 : (count / inputCount) * 100);
  const [good, bad] = [share(counts.completed), share(counts.failed + counts.canceled)];
  return [
    { color: 'var(--good)', value: good },
    { color: 'var(--bad)', value: bad },
    { color: 'var(--accent)', value: Math.max(0, progress - good - bad) },
  ];
}

/** How far a batch is, and how many of its inputs are in each state. */
export const BatchProgress = ({ batch }: { batch: Batch }) => (
  <>
    <Progress.Root>
      {listSections(batch).map(({ color, value }, index) => (
        <Progress.Section
          key={color}
          value={value}
          color={color}
          withAria={index === 0}
          {...(index === 0 && { 'aria-label': words.progress, 'aria-valuenow': batch.progress })}
        />
      ))}
    </Progress.Root>
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
