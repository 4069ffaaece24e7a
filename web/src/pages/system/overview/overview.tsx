import type { System } from '@filemill/client';
import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { systemQuery } from '../../../api/operator.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { When } from '../../../components/when/when.tsx';
import { formatBytes, formatDuration } from '../../../wording/figures.ts';
import { locale } from '../../../wording/language.ts';
import { strings } from '../../../wording/strings.ts';
import { isTurnedOff } from '../engines/engines.tsx';
import { DayActivity } from './activity.tsx';
import { Figures } from './figures.tsx';

const words = strings.system;

const workerColumns = [
  { title: words.worker },
  { title: words.state },
  { title: words.jobs, kind: 'figure' },
  { title: words.started },
] satisfies Column[];
const [, workerState, workerJobs, workerStarted] = workerColumns as [Column, Column, Column, Column];

function Workers({ workers }: { workers: System['workers'] }) {
  if (workers.length === 0) return <Text c="dimmed">{words.noWorkers}</Text>;
  return (
    <Rows caption={words.workers} columns={workerColumns}>
      {workers.map(({ id, alive, jobs, startedAt, seenAt, has }) => (
        <tr key={id} {...(!alive && { 'data-quiet': true })}>
          <NameCell name={id} note={words.has(has.length)} />
          <Cell of={workerState}>
            {alive ? (
              words.alive
            ) : (
              <>
                {words.gone} <When time={seenAt} />
              </>
            )}
          </Cell>
          <Cell of={workerJobs}>{jobs}</Cell>
          <Cell of={workerStarted}>
            <When time={startedAt} />
          </Cell>
        </tr>
      ))}
    </Rows>
  );
}

const queueColumns = [
  { title: words.workspace },
  { title: words.waiting, kind: 'figure' },
  { title: words.working, kind: 'figure' },
  { title: words.oldest },
] satisfies Column[];
const [, waiting, working, oldest] = queueColumns as [Column, Column, Column, Column];

function Queue({ workspaces }: { workspaces: System['queue']['workspaces'] }) {
  if (workspaces.length === 0) return <Text c="dimmed">{words.nothingWaits}</Text>;
  return (
    <Rows caption={words.queue} columns={queueColumns}>
      {workspaces.map(({ id, name, queued, processing, oldestQueuedAt }) => (
        <tr key={id}>
          <NameCell name={name} note={<code>{id}</code>} />
          <Cell of={waiting}>{queued}</Cell>
          <Cell of={working}>{processing}</Cell>
          <Cell of={oldest}>{oldestQueuedAt && <When time={oldestQueuedAt} />}</Cell>
        </tr>
      ))}
    </Rows>
  );
}

/** How many missing engines and models are named. */
const namedMissing = 3;

/** The queue, the workers and the storage, refreshed every few seconds. */
export function Overview() {
  const { data, error, refetch } = useQuery(systemQuery);
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={240} aria-label={strings.acts.loading} />;
  const { queue, workers, storage } = data;
  const missing = [
    ...data.engines.filter(engine => !engine.version && !isTurnedOff(engine)).map(({ title }) => title),
    ...data.models
      .filter(({ installed, leftOut, default: wanted }) => wanted && !installed && !leftOut)
      .map(({ name }) => name),
  ];
  return (
    <>
      <Figures
        figures={[
          {
            title: words.waiting,
            value: queue.queued.toLocaleString(locale),
            note:
              queue.queued > 0
                ? words.oldestFor(formatDuration(queue.oldestSeconds * 1000))
                : words.nothingWaits,
          },
          { title: words.working, value: queue.processing.toLocaleString(locale) },
          {
            title: words.workers,
            value: String(workers.filter(({ alive }) => alive).length),
            ...(workers.every(({ alive }) => !alive) && { note: words.noWorkers, bad: true }),
          },
          {
            title: words.storage,
            value: formatBytes(storage.bytes),
            note: (
              <>
                {words.files(storage.files)}{' '}
                {storage.damaged > 0 ? words.damaged(storage.damaged) : words.undamaged}{' '}
                {storage.checkedAt ? (
                  <>
                    {words.checked} <When time={storage.checkedAt} />
                  </>
                ) : (
                  words.notChecked
                )}
              </>
            ),
            bad: storage.damaged > 0,
          },
          {
            title: words.missing,
            value: String(missing.length),
            note:
              missing.length > 0 ? (
                <Link to="/system" search={{ tab: 'engines' }}>
                  {missing.slice(0, namedMissing).join(', ')}
                  {missing.length > namedMissing && ' …'}
                </Link>
              ) : (
                words.nothingMissing
              ),
          },
        ]}
      />
      <DayActivity />
      <Title order={2} mt="xl" mb="xs">
        {words.queue}
      </Title>
      <Queue workspaces={queue.workspaces} />
      <Title order={2} mt="xl" mb="xs">
        {words.workers}
      </Title>
      <Workers workers={workers} />
    </>
  );
}
