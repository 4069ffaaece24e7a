import type { Trigger, TriggerEntry } from '@filemill/client';
import { Skeleton, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { triggerLogQuery } from '../../../api/triggers.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { State, type StateName } from '../../../components/state/state.tsx';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';

const words = strings.triggers;
const columns = [
  { title: words.file },
  { title: words.outcome },
  { title: words.batch },
  { title: words.time },
] satisfies Column[];
const [, outcome, batch, time] = columns as [Column, Column, Column, Column];

const states: Record<TriggerEntry['outcome'], StateName> = {
  waiting: 'waiting',
  started: 'completed',
  skipped: 'skipped',
  failed: 'failed',
};

/** Shows the batches that a trigger has started and the files that it skipped, with the reasons. */
export function Log({ trigger: { id, watch } }: { trigger: Trigger }) {
  const workspace = useWorkspace();
  const query = useInfiniteQuery(triggerLogQuery(workspace.id, id));
  const { data, error, refetch } = query;
  const entries = data?.pages.flatMap(page => page.entries);
  return (
    <section aria-label={words.log}>
      <Title order={2} mt="xl" mb="xs">
        {words.log}
      </Title>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!entries && !error && <Skeleton height={120} aria-label={strings.acts.loading} />}
      {entries?.length === 0 && <Text c="dimmed">{watch ? words.noFiles : words.noStarts}</Text>}
      {entries && entries.length > 0 && (
        <Rows caption={words.log} columns={columns}>
          {entries.map(entry => (
            <tr key={`${entry.at} ${entry.key}`}>
              <NameCell name={entry.key ?? words.scheduled} note={entry.message} />
              <Cell of={outcome}>
                <State state={states[entry.outcome]} word={words.outcomes[entry.outcome]} />
              </Cell>
              <Cell of={batch}>
                {entry.batchId && (
                  <Link to="/batches/$batchId" params={{ batchId: entry.batchId }}>
                    {words.showBatch}
                  </Link>
                )}
              </Cell>
              <Cell of={time}>
                <When time={entry.at} />
              </Cell>
            </tr>
          ))}
        </Rows>
      )}
      <MoreButton query={query}>{words.older}</MoreButton>
    </section>
  );
}
