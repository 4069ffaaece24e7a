import type { Connection } from '@filemill/client';
import { Button, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { createConnection } from '../../api/connections.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { strings } from '../../wording/strings.ts';
import { ConnectionForm } from '../connection-form.tsx';

const words = strings.connections;

/** Creates a connection without leaving the form that needs it. */
export function NewConnection({
  isFirst,
  onCreate,
}: {
  isFirst: boolean;
  onCreate: (connection: Connection) => void;
}) {
  const { id } = useWorkspace();
  const mayCreate = useMay('admin');
  const [opened, setOpened] = useState(false);
  if (!mayCreate)
    return (
      isFirst && (
        <Text c="dimmed">
          {words.emptyText} {words.askAdmin}
        </Text>
      )
    );
  return (
    <div>
      {isFirst && (
        <Text c="dimmed" mb="xs">
          {words.emptyText}
        </Text>
      )}
      <Button
        variant={isFirst ? 'default' : 'subtle'}
        size={isFirst ? 'sm' : 'xs'}
        leftSection={<Plus size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {words.create}
      </Button>
      {opened && (
        <ConnectionForm
          onClose={() => setOpened(false)}
          onSubmit={async given => {
            onCreate(await createConnection(id, given));
            setOpened(false);
          }}
        />
      )}
    </div>
  );
}
