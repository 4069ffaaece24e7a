import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Plan, plansQuery } from '../../../api/operator.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { formatBytes } from '../../../wording/figures.ts';
import { locale } from '../../../wording/language.ts';
import { strings } from '../../../wording/strings.ts';

const words = strings.system;

const formatLimit = (
  limit: number | undefined,
  write: (limit: number) => string = figure => figure.toLocaleString(locale),
) => (limit === undefined ? words.noLimit : write(limit));

/** The limits of a plan, each with its title. */
const allowances: [title: string, describe: (plan: Plan) => string][] = [
  [words.operationsDay, ({ operationsPerDay }) => formatLimit(operationsPerDay)],
  [words.operationsMonth, ({ operationsPerMonth }) => formatLimit(operationsPerMonth)],
  [words.creditsMonth, ({ aiCreditsPerMonth }) => formatLimit(aiCreditsPerMonth)],
  [words.largestFile, ({ limits }) => formatBytes(limits.fileBytes)],
  [
    words.longestRecording,
    ({ limits }) => formatLimit(limits.mediaSeconds, seconds => words.minutes(seconds / 60)),
  ],
  [words.largestPicture, ({ limits }) => formatLimit(limits.megapixels, words.megapixels)],
  [words.archiveEntries, ({ limits }) => formatLimit(limits.archiveEntries)],
  [words.concurrentJobs, ({ limits }) => limits.concurrentJobs.toLocaleString(locale)],
  [words.keptFor, ({ limits }) => words.days(limits.retentionSeconds / 86_400)],
  [
    strings.settings.limits.apiAccess,
    ({ apiAccess }) => (apiAccess ? strings.values.yes : strings.values.no),
  ],
];

/** The plans from the operator's file, one in each column. */
function PlanTable({ plans }: { plans: Plan[] }) {
  const columns: Column[] = plans.map(({ id }) => ({ title: id, kind: 'figure' }));
  return (
    <Rows caption={words.tabs.plans} columns={[{ title: words.plan }, ...columns]}>
      {allowances.map(([title, describe]) => (
        <tr key={title}>
          <NameCell name={title} />
          {plans.map((plan, index) => (
            <Cell key={plan.id} of={columns[index]!}>
              {describe(plan)}
            </Cell>
          ))}
        </tr>
      ))}
    </Rows>
  );
}

export function Plans() {
  const { data: plans, error, refetch } = useQuery(plansQuery);
  return (
    <>
      <Text c="dimmed" mb="md">
        {words.plansLead}
      </Text>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!plans && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {plans && <PlanTable plans={plans} />}
    </>
  );
}
