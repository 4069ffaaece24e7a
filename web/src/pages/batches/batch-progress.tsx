import { Group, Progress, Text } from '@mantine/core';
import { type Batch, batchHasEnded } from '../../api/batches.ts';
import { State } from '../../components/state/state.tsx';
import { TimeLeft } from '../../components/time-left.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.batches;

/** "5 of 9 done, 1 needs attention", and how many inputs are in each other state. */
const describeCounts = ({ counts, inputCount }: Batch): string =>
  [
    strings.convert.batch.count(counts.completed, inputCount, counts.failed),
    ...(['processing', 'queued', 'waiting', 'canceled'] as const)
      .filter(state => counts[state] > 0)
      .map(state => `${counts[state]} ${words.states[state]}`),
  ].join(' · ');

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

/** The state of a batch, which is only done if all its inputs are. */
function BatchState({ batch: { status, counts } }: { batch: Batch }) {
  if (status !== 'completed' || counts.failed === 0) return <State state={status} />;
  return <State state="failed" {...(counts.completed > 0 && { word: words.partly })} />;
}

/** The state of a batch, how far it is, and how many of its inputs are in each state. */
export const BatchProgress = ({ batch }: { batch: Batch }) => (
  <>
    <Group gap="xs" mb={4}>
      <BatchState batch={batch} />
      <span>{describeCounts(batch)}</span>
      {batch.status === 'running' && !batch.blocked && (
        <Text span c="dimmed">
          <TimeLeft since={batch.createdAt} progress={batch.progress} />
        </Text>
      )}
    </Group>
    {(!batchHasEnded(batch) || batch.counts.completed < batch.inputCount) && (
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
    )}
    {batch.blocked && (
      <Text size="sm" mt={4} c="var(--warn)">
        {words.blocked(words.quotas[batch.blocked.quota] ?? batch.blocked.quota)}
      </Text>
    )}
  </>
);
