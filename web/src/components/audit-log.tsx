import { Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditLogQuery } from '../api/audit-log.ts';
import { strings } from '../wording/strings.ts';
import { LoadError } from './load-error.tsx';
import { MoreButton } from './more-button.tsx';
import { Cell, type Column, NameCell, Rows } from './rows/rows.tsx';
import { When } from './when/when.tsx';

const words = strings.auditLog;
const columns = [
  { title: words.change },
  { title: words.target },
  { title: words.by },
  { title: words.when },
] satisfies Column[];
const [, target, by, when] = columns as [Column, Column, Column, Column];

/** The audit log of a workspace; without one, that of the installation. */
export function AuditLog({ workspaceId }: { workspaceId?: string }) {
  const query = useInfiniteQuery(auditLogQuery(workspaceId));
  const { data, error, refetch } = query;
  const entries = data?.pages.flatMap(page => page.entries);
  return (
    <>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!entries && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {entries?.length === 0 && <Text c="dimmed">{words.none}</Text>}
      {entries && entries.length > 0 && (
        <Rows caption={words.title} columns={columns}>
          {entries.map(entry => (
            <tr key={entry.id}>
              <NameCell name={words.actions[entry.action]} note={entry.detail} />
              <Cell of={target}>{entry.target.name ?? entry.target.id}</Cell>
              <Cell of={by}>{entry.actor.name ?? words.server}</Cell>
              <Cell of={when}>
                <When time={entry.at} />
              </Cell>
            </tr>
          ))}
        </Rows>
      )}
      <MoreButton query={query}>{words.older}</MoreButton>
    </>
  );
}
