import type { Connection } from '@filemill/client';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  changeConnection,
  connectionsQuery,
  createConnection,
  deleteConnection,
} from '../../api/connections.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { ConnectionForm } from '../../components/connection-form.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Cell, type Column, NameCell, Rows } from '../../components/rows/rows.tsx';
import { When } from '../../components/when/when.tsx';
import { removeUnlessUndone, useHidden } from '../../undo/hidden.ts';
import { strings } from '../../wording/strings.ts';
import { Section } from './section.tsx';

const words = strings.connections;
const columns = [
  { title: words.name },
  { title: words.kind },
  { title: words.testedAt },
  { title: words.acts, kind: 'acts' },
] satisfies Column[];
const [, kind, tested, acts] = columns as [Column, Column, Column, Column];

function ConnectionRow({
  connection,
  mayChange,
  onEdit,
}: {
  connection: Connection;
  mayChange: boolean;
  onEdit: () => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const { id, name } = connection;
  return (
    <tr>
      <NameCell name={name} note={connection.url ?? connection.path} />
      <Cell of={kind}>{words.kinds[connection.kind]}</Cell>
      <Cell of={tested}>
        <When time={connection.testedAt} />
      </Cell>
      <Cell of={acts}>
        {mayChange && (
          <>
            <Button size="compact-sm" variant="subtle" aria-label={words.editOf(name)} onClick={onEdit}>
              {words.change}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={words.deleteOf(name)}
              onClick={() =>
                removeUnlessUndone(id, words.deleted(name), () => deleteConnection(workspaceId, id))
              }
            >
              {words.delete}
            </Button>
          </>
        )}
      </Cell>
    </tr>
  );
}

/** The places where the workspace keeps files. Their secrets are never shown. */
export function ConnectionsSection() {
  const { id: workspaceId } = useWorkspace();
  const mayChange = useMay('admin');
  const { data, error, refetch } = useQuery(connectionsQuery(workspaceId));
  const [open, setOpen] = useState<'new' | Connection>();
  const hidden = useHidden();
  const connections = data?.filter(({ id }) => !hidden.has(id));
  const edited = open === 'new' ? undefined : open;
  return (
    <Section title={words.title} lead={words.lead}>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!connections && !error && <Skeleton height={80} aria-label={strings.acts.loading} />}
      {connections?.length === 0 && <Text c="dimmed">{mayChange ? words.none : words.askAdmin}</Text>}
      {connections && connections.length > 0 && (
        <Rows caption={words.title} columns={columns}>
          {connections.map(connection => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              mayChange={mayChange}
              onEdit={() => setOpen(connection)}
            />
          ))}
        </Rows>
      )}
      {mayChange && (
        <Button variant="default" mt="md" leftSection={<Plus size={16} />} onClick={() => setOpen('new')}>
          {words.create}
        </Button>
      )}
      {open && (
        <ConnectionForm
          opened
          key={edited?.id ?? 'new'}
          onClose={() => setOpen(undefined)}
          connection={edited}
          onSubmit={async ({ kind: given, ...fields }) => {
            if (edited) await changeConnection(workspaceId, edited.id, fields);
            else await createConnection(workspaceId, { kind: given, ...fields });
            setOpen(undefined);
          }}
        />
      )}
    </Section>
  );
}
