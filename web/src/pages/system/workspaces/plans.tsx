import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '../../../api/operator.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { formatBytes } from '../../../wording/figures.ts';
import { locale } from '../../../wording/language.ts';
import { strings } from '../../../wording/strings.ts';

const words = strings.system;
const columns = [
  { title: words.plan },
  { title: words.operationsDay, kind: 'figure' },
  { title: words.operationsMonth, kind: 'figure' },
  { title: words.creditsMonth, kind: 'figure' },
  { title: words.largestFile, kind: 'figure' },
  { title: words.longestRecording, kind: 'figure' },
  { title: words.largestPicture, kind: 'figure' },
  { title: words.archiveEntries, kind: 'figure' },
  { title: words.concurrentJobs, kind: 'figure' },
  { title: words.keptFor, kind: 'figure' },
] satisfies Column[];
const [, day, month, credits, file, recording, picture, archive, concurrent, kept] = columns as [
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
  Column,
];

const formatLimit = (
  limit: number | undefined,
  write: (limit: number) => string = figure => figure.toLocaleString(locale),
) => (limit === undefined ? words.noLimit : write(limit));

/** The plans from the operator's file. */
export function Plans() {
  const { data: plans, error, refetch } = useQuery(plansQuery);
  return (
    <>
      <Text c="dimmed" mb="md">
        {words.plansLead}
      </Text>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!plans && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {plans && (
        <Rows caption={words.tabs.plans} columns={columns}>
          {plans.map(({ id, apiAccess, limits, ...plan }) => (
            <tr key={id}>
              <NameCell name={id} note={apiAccess ? undefined : words.noKeys} />
              <Cell of={day}>{formatLimit(plan.operationsPerDay)}</Cell>
              <Cell of={month}>{formatLimit(plan.operationsPerMonth)}</Cell>
              <Cell of={credits}>{formatLimit(plan.aiCreditsPerMonth)}</Cell>
              <Cell of={file}>{formatBytes(limits.fileBytes)}</Cell>
              <Cell of={recording}>
                {formatLimit(limits.mediaSeconds, seconds => words.minutes(seconds / 60))}
              </Cell>
              <Cell of={picture}>{formatLimit(limits.megapixels, words.megapixels)}</Cell>
              <Cell of={archive}>{formatLimit(limits.archiveEntries)}</Cell>
              <Cell of={concurrent}>{limits.concurrentJobs}</Cell>
              <Cell of={kept}>{words.days(limits.retentionSeconds / 86_400)}</Cell>
            </tr>
          ))}
        </Rows>
      )}
    </>
  );
}
