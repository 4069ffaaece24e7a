import type { Activity } from '@filemill/client';
import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useJobTypes } from '../../../api/job-types.ts';
import { activityQuery } from '../../../api/operator.ts';
import { type Bar, Bars } from '../../../components/bars/bars.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { When } from '../../../components/when/when.tsx';
import { formatBytes, formatDuration } from '../../../wording/figures.ts';
import { locale } from '../../../wording/language.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './activity.module.css';

const words = strings.system.activity;
const hourMs = 3_600_000;

type Hour = Activity['hours'][number] & Partial<Omit<Activity['disk'][number], 'start'>>;

/** Lists all hours since the first with the jobs and the disk, including those in which no job ended. */
function listHours({ since, hours, disk }: Activity): Hour[] {
  const first = Date.parse(since);
  const count = Math.floor((Date.now() - first) / hourMs) + 1;
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(first + index * hourMs).toISOString();
    const ended = hours.find(hour => hour.start === start) ?? { start, completed: 0, failed: 0, waiting: 0 };
    return { ...disk.find(hour => hour.start === start), ...ended };
  });
}

const formatHour = (start: string): string =>
  new Date(start).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hour12: false });

const formatCount = (value: number): string => value.toLocaleString(locale, { maximumFractionDigits: 1 });

interface Measure {
  title: string;
  parts: (hour: Hour) => Bar['parts'];
  format: (value: number) => string;
  /** A further figure of the last hour. */
  note?: (hour: Hour) => string | undefined;
}

const measures: Measure[] = [
  {
    title: words.completed,
    parts: ({ completed }) => [{ value: completed, tone: 'accent' }],
    format: formatCount,
  },
  { title: words.failed, parts: ({ failed }) => [{ value: failed, tone: 'bad' }], format: formatCount },
  {
    title: words.waiting,
    parts: ({ waiting }) => [{ value: waiting, tone: 'warn' }],
    format: formatCount,
  },
  {
    title: words.wait,
    parts: ({ waitMs95 = 0 }) => [{ value: waitMs95, tone: 'warn' }],
    format: formatDuration,
  },
  {
    title: words.disk,
    parts: ({ storedBytes = 0 }) => [{ value: storedBytes, tone: 'accent' }],
    format: formatBytes,
    note: ({ freeBytes }) => (freeBytes === undefined ? undefined : words.free(formatBytes(freeBytes))),
  },
];

function Plot({ measure: { title, parts, format, note }, hours }: { measure: Measure; hours: Hour[] }) {
  const values = hours.map(hour => parts(hour).reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(...values);
  return (
    <figure className={classes.plot}>
      <figcaption className={classes.head}>
        <span>{title}</span>
        <span className="dim">
          {[words.atMost(format(most)), note?.(hours.at(-1)!)].filter(Boolean).join(' · ')}
        </span>
      </figcaption>
      <Bars
        label={words.chart(title, format(most))}
        height={72}
        bars={hours.map((hour, index) => ({
          key: hour.start,
          title: `${formatHour(hour.start)}: ${format(values[index]!)}`,
          parts: parts(hour),
        }))}
        // A chart without any values stays flat.
        full={most === 0 ? 1 : most}
      />
      <div className={classes.axis}>
        <span>{formatHour(hours[0]!.start)}</span>
        <span>{words.now}</span>
      </div>
    </figure>
  );
}

const typeColumns = [
  { title: words.type },
  { title: words.completed, kind: 'figure' },
  { title: words.failed, kind: 'figure' },
  { title: words.median, kind: 'figure' },
  { title: words.slowest, kind: 'figure' },
] satisfies Column[];
const [, completed, failed, median, slowest] = typeColumns as [Column, Column, Column, Column, Column];

const formatIfKnown = (ms: number | undefined): string => (ms === undefined ? '' : formatDuration(ms));

type NameType = (type: string) => string;

function Types({ types, nameType }: { types: Activity['types']; nameType: NameType }) {
  return (
    <Rows caption={words.byType} columns={typeColumns}>
      {types.map(each => (
        <tr key={each.type}>
          <NameCell name={nameType(each.type)} note={each.type} />
          <Cell of={completed}>{formatCount(each.completed)}</Cell>
          <Cell of={failed}>{formatCount(each.failed)}</Cell>
          <Cell of={median}>{formatIfKnown(each.durationMs50)}</Cell>
          <Cell of={slowest}>{formatIfKnown(each.durationMs95)}</Cell>
        </tr>
      ))}
    </Rows>
  );
}

const callerColumns = [
  { title: words.caller },
  { title: words.type },
  { title: words.completed, kind: 'figure' },
  { title: words.failed, kind: 'figure' },
] satisfies Column[];
const [, ran] = callerColumns as [Column, Column, Column, Column];

function Callers({ callers, nameType }: { callers: Activity['callers']; nameType: NameType }) {
  return (
    <Rows caption={words.callers} columns={callerColumns}>
      {callers.map(each => (
        <tr key={`${each.workspaceId} ${each.keyName} ${each.type}`}>
          <NameCell name={each.workspaceName} note={each.keyName ? words.key(each.keyName) : words.page} />
          <Cell of={ran}>{nameType(each.type)}</Cell>
          <Cell of={completed}>{formatCount(each.completed)}</Cell>
          <Cell of={failed}>{formatCount(each.failed)}</Cell>
        </tr>
      ))}
    </Rows>
  );
}

/** The jobs of the last 24 hours: plots by the hour, durations by type, and who ran what. */
export function DayActivity() {
  const { data, error, refetch } = useQuery(activityQuery);
  const jobTypes = useJobTypes();
  const nameType = (type: string) => jobTypes.find(({ id }) => id === type)?.title ?? type;
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={200} aria-label={strings.acts.loading} />;
  const hours = listHours(data);
  return (
    <section aria-label={words.title}>
      <Title order={2} mt="xl" mb="xs">
        {words.title}
      </Title>
      {data.countedSince && (
        <Text c="dimmed" mb="xs">
          {words.countedSince} <When time={data.countedSince} />
        </Text>
      )}
      <div className={classes.plots}>
        {measures.map(measure => (
          <Plot key={measure.title} measure={measure} hours={hours} />
        ))}
      </div>
      {data.types.length > 0 && (
        <>
          <Title order={3} mt="lg" mb="xs">
            {words.byType}
          </Title>
          <Types types={data.types} nameType={nameType} />
          <Title order={3} mt="lg" mb="xs">
            {words.callers}
          </Title>
          <Callers callers={data.callers} nameType={nameType} />
        </>
      )}
    </section>
  );
}
