import type { UsageHistory } from '@filemill/client';
import { Button, Group, SegmentedControl, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useJobTypes } from '../../../api/job-types.ts';
import { breakdownQuery, type UsageUnit, usageHistoryQuery } from '../../../api/usage.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Bars } from '../../../components/bars/bars.tsx';
import { listChoices } from '../../../components/list-choices.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { saveTable } from '../../../components/save-table.ts';
import { formatDay, formatMonth } from '../../../wording/days.ts';
import { formatBytes } from '../../../wording/figures.ts';
import { locale } from '../../../wording/language.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './charts.module.css';
import { stackByType } from './stack.ts';
import { allWindows } from './windows.ts';

const words = strings.usage;
type Measure = keyof typeof words.measures;
type Window = UsageHistory['windows'][number];

const figureOf: Record<Measure, (window: Window) => number> = {
  operations: ({ operations }) => operations,
  credits: ({ credits }) => credits,
  storage: ({ storageBytes }) => storageBytes ?? 0,
};
const spans: Record<UsageUnit, number> = { day: 30, month: 12 };

/** Downloads the shown days or months as a table. */
function saveWindows(windows: Window[], unit: UsageUnit): void {
  const rows = windows.map(({ start, operations, credits, storageBytes }) => [
    start.slice(0, unit === 'day' ? 10 : 7),
    operations,
    credits,
    storageBytes ?? '',
  ]);
  saveTable([[unit, 'operations', 'credits', 'storage_bytes'], ...rows], `usage-by-${unit}.csv`);
}

/** Usage by day or month, including those without any. */
export function History() {
  const { id } = useWorkspace();
  const [measure, setMeasure] = useState<Measure>('operations');
  const [unit, setUnit] = useState<UsageUnit>('day');
  const { data, error, refetch } = useQuery(usageHistoryQuery(id, unit, spans[unit]));
  const windows = data && allWindows(data.windows, unit, spans[unit], Date.now());
  const format = (value: number) =>
    measure === 'storage' ? formatBytes(value) : value.toLocaleString(locale);
  const name = unit === 'day' ? formatDay : formatMonth;
  const values = windows?.map(figureOf[measure]) ?? [];
  const types = useJobTypes();
  const { data: byType } = useQuery(breakdownQuery(id, 'type', spans.day));
  // The service knows the types of the last days only, and storage has none.
  const stack =
    unit === 'day' && measure !== 'storage' && byType
      ? stackByType(
          byType.shares,
          measure,
          type => types.find(each => each.id === type)?.title ?? type,
          words.otherTypes,
        )
      : undefined;
  const most = Math.max(...values, 0);
  return (
    <section className={classes.section} aria-label={words.history}>
      <Group justify="space-between" mb="md">
        <Title order={2}>{words.history}</Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={words.measure}
            data={listChoices(words.measures)}
            value={measure}
            onChange={setMeasure}
          />
          <SegmentedControl
            size="xs"
            aria-label={words.unit}
            data={listChoices(words.units)}
            value={unit}
            onChange={setUnit}
          />
          <Button
            size="compact-sm"
            variant="default"
            disabled={!windows}
            onClick={() => windows && saveWindows(windows, unit)}
          >
            {words.csv}
          </Button>
        </Group>
      </Group>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!windows && !error && <Skeleton height={180} aria-label={strings.acts.loading} />}
      {windows && (
        <figure className={classes.chart}>
          <span className={classes.most}>{format(most)}</span>
          <Bars
            label={words.chart(
              words.measures[measure],
              name(windows[0]!.start),
              name(windows.at(-1)!.start),
              format(most),
            )}
            height={160}
            bars={windows.map((window, index) => ({
              key: window.start,
              title: `${name(window.start)}: ${format(values[index]!)}`,
              parts: stack?.divide(window) ?? [{ value: values[index]!, tone: 'accent' }],
            }))}
          />
          <figcaption className={classes.axis}>
            <span>{name(windows[0]!.start)}</span>
            <span>{name(windows.at(-1)!.start)}</span>
          </figcaption>
          {stack && stack.series.length > 0 && (
            <ul className={classes.legend} aria-label={words.bys.type}>
              {stack.series.map(({ title, tone }) => (
                <li key={tone}>
                  <span style={{ background: `var(--${tone})` }} />
                  {title}
                </li>
              ))}
            </ul>
          )}
        </figure>
      )}
    </section>
  );
}
