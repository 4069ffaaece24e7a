import type { Connection } from '@filemill/client';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Cable, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  changeConnection,
  connectionsQuery,
  createConnection,
  deleteConnection,
  testConnection,
} from '../../api/connections.ts';
import { describeProblem } from '../../api/problem.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { ConnectionForm } from '../../components/connection-form.tsx';
import { useNewDialog } from '../../components/dialogs/use-new-dialog.ts';
import { Empty } from '../../components/empty/empty.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Page } from '../../components/page.tsx';
import { Cell, type Column, NameCell, Rows } from '../../components/rows/rows.tsx';
import { State } from '../../components/state/state.tsx';
import { When } from '../../components/when/when.tsx';
import { removeUnlessUndone, useHidden } from '../../undo/hidden.ts';
import { strings } from '../../wording/strings.ts';

const words = strings.connections;
const columns = [
  { title: words.name },
  { title: words.kind },
  { title: words.testedAt },
  { title: words.acts, kind: 'acts' },
] satisfies Column[];
const [, kind, tested, acts] = columns as [Column, Column, Column, Column];

/** The outcome of the last test of a connection on this page. */
type Tested = { problem?: string };

/** One connection: its address, its last test, and what can be done with it. */
function ConnectionRow({ connection, onEdit }: { connection: Connection; onEdit: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const mayChange = useMay('admin');
  const [testing, setTesting] = useState(false);
  const [outcome, setOutcome] = useState<Tested>();
  const { id, name } = connection;
  async function test() {
    setTesting(true);
    setOutcome(undefined);
    try {
      await testConnection(workspaceId, id);
      setOutcome({});
    } catch (error) {
      setOutcome({ problem: describeProblem(error) });
    } finally {
      setTesting(false);
    }
  }
  return (
    <tr>
      <NameCell name={name} note={<bdi>{connection.url ?? connection.path}</bdi>} />
      <Cell of={kind}>{words.kinds[connection.kind]}</Cell>
      <Cell of={tested}>
        <span role="status">
          {outcome?.problem === undefined ? (
            <>
              {outcome && <State state="completed" word={words.works} />} <When time={connection.testedAt} />
            </>
          ) : (
            <>
              <State state="failed" word={words.fails} />
              <Text size="sm">{outcome.problem}</Text>
            </>
          )}
        </span>
      </Cell>
      <Cell of={acts}>
        {mayChange && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              loading={testing}
              aria-label={words.testOf(name)}
              onClick={test}
            >
              {words.test}
            </Button>
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
export function ConnectionsPage() {
  const { id: workspaceId } = useWorkspace();
  const mayChange = useMay('admin');
  const { data, error, refetch } = useQuery(connectionsQuery(workspaceId));
  const [creating, setCreating] = useNewDialog();
  const [edited, setEdited] = useState<Connection>();
  const hidden = useHidden();
  const connections = data?.filter(({ id }) => !hidden.has(id)) ?? [];
  function close() {
    setCreating(false);
    setEdited(undefined);
  }
  const create = mayChange && (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={connections.length > 0 && create}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} aria-label={strings.acts.loading} />}
      {data && connections.length === 0 && (
        <Empty
          icon={Cable}
          title={words.none}
          text={mayChange ? words.emptyText : `${words.emptyText} ${words.askAdmin}`}
        >
          {create}
        </Empty>
      )}
      {connections.length > 0 && (
        <Rows caption={words.title} columns={columns}>
          {connections.map(connection => (
            <ConnectionRow key={connection.id} connection={connection} onEdit={() => setEdited(connection)} />
          ))}
        </Rows>
      )}
      {(creating || edited) && (
        <ConnectionForm
          key={edited?.id ?? 'new'}
          onClose={close}
          connection={edited}
          onSubmit={async ({ kind: given, ...fields }) => {
            if (edited) await changeConnection(workspaceId, edited.id, fields);
            else await createConnection(workspaceId, { kind: given, ...fields });
            close();
          }}
        />
      )}
    </Page>
  );
}
