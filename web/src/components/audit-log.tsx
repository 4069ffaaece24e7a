import { Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditLogQuery, readWholeAuditLog } from '../api/audit-log.ts';
import { attempt } from '../undo/attempt.ts';
import { strings } from '../wording/strings.ts';
import { LoadError } from './load-error.tsx';
import { MoreButton } from './more-button.tsx';
import { Cell, type Column, NameCell, Rows } from './rows/rows.tsx';
import { saveTable } from './save-table.ts';
import { When } from './when/when.tsx';

const words = strings.auditLog;
const columns = [
  { title: words.change },
  { title: words.target },
  { title: words.by },
  { title: words.when },
] satisfies Column[];
const [, target, by, when] = columns as [Column, Column, Column, Column];

/** Downloads the whole log as a table. The actions have their names of the API, for programs. */
async function saveLog(workspaceId: string | undefined): Promise<void> {
  const entries = await readWholeAuditLog(workspaceId);
  saveTable(
    [
      ['time', 'action', 'target', 'target_id', 'detail', 'by', 'by_kind', 'by_id', 'workspace_id'],
      ...entries.map(({ at, action, target, detail, actor, workspaceId: of }) => [
        at,
        action,
        target.name ?? '',
        target.id,
        detail ?? '',
        actor.name ?? '',
        actor.kind,
        actor.id ?? '',
        of ?? '',
      ]),
    ],
    'audit-log.csv',
  );
}

/** The audit log of a workspace; without one, that of the installation. */
export function AuditLog({ workspaceId }: { workspaceId?: string }) {
  const query = useInfiniteQuery(auditLogQuery(workspaceId));
  const { data, error, refetch } = query;
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await attempt(() => saveLog(workspaceId));
    setSaving(false);
  };
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
      {entries && entries.length > 0 && (
        <Button size="compact-sm" variant="default" mt="md" loading={saving} onClick={save}>
          {strings.usage.csv}
        </Button>
      )}
    </>
  );
}
