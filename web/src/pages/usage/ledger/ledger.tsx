import { Anchor, Group, Skeleton, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ledgerQuery } from '../../../api/usage.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { When } from '../../../components/when/when.tsx';
import { locale } from '../../../wording/language.ts';
import { strings } from '../../../wording/strings.ts';

const words = strings.usage;
const columns = [
  { title: words.entry },
  { title: words.job },
  { title: words.when },
  { title: words.amount, kind: 'figure' },
] satisfies Column[];
const [, job, when, amount] = columns as [Column, Column, Column, Column];

const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });

/** All entries of AI credits, newest first. A plan without a limit has no balance. */
export function Ledger({ isLimited }: { isLimited: boolean }) {
  const { id } = useWorkspace();
  const query = useInfiniteQuery(ledgerQuery(id));
  const { data, error, refetch } = query;
  const entries = data?.pages.flatMap(page => page.entries);
  return (
    <section aria-label={words.ledger}>
      <Group justify="space-between" mt={48} mb="xs">
        <Title order={2}>{words.ledger}</Title>
        {data && isLimited && <Text>{words.balance(data.pages[0]!.balance)}</Text>}
      </Group>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!entries && !error && <Skeleton height={120} aria-label={strings.acts.loading} />}
      {entries?.length === 0 && <Text c="dimmed">{words.noEntries}</Text>}
      {entries && entries.length > 0 && (
        <Rows caption={words.ledger} columns={columns}>
          {entries.map(entry => (
            <tr key={entry.id}>
              <NameCell name={words.kinds[entry.kind]} note={entry.note} />
              <Cell of={job}>
                {entry.jobId && (
                  <Anchor component={Link} to={`/jobs/${entry.jobId}` as '/'} size="xs" ff="monospace">
                    {entry.jobId}
                  </Anchor>
                )}
              </Cell>
              <Cell of={when}>
                <When time={entry.createdAt} />
              </Cell>
              <Cell of={amount}>{signed.format(entry.amount)}</Cell>
            </tr>
          ))}
        </Rows>
      )}
      <MoreButton query={query}>{words.older}</MoreButton>
    </section>
  );
}
