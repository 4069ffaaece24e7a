import type { NewTrigger, Trigger } from '@filemill/client';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connectionsQuery } from '../../api/connections.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { strings } from '../../wording/strings.ts';
import { readText } from './read-text.ts';

const words = strings.triggers;

export function readOutput(given: FormData): NewTrigger['output'] {
  const connection = readText(given, 'outputConnection');
  return connection ? { connection, key: readText(given, 'outputKey') } : undefined;
}

/** The place to which the results are also written. */
export function OutputFields({ output }: { output?: Trigger['output'] }) {
  const { id } = useWorkspace();
  const { data = [] } = useQuery(connectionsQuery(id));
  const [chosen, setConnection] = useState<string>();
  // A saved trigger names the connection by its id.
  const saved = data.find(each => each.id === output?.connection)?.name ?? '';
  const connection = chosen ?? saved;
  if (data.length === 0) return null;
  return (
    <>
      <NativeSelect
        name="outputConnection"
        label={words.output}
        value={connection}
        onChange={event => setConnection(event.currentTarget.value)}
        data={[
          { value: '', label: words.keptHere },
          ...data.map(({ name }) => ({ value: name, label: name })),
        ]}
      />
      {connection && (
        <TextInput
          name="outputKey"
          label={words.outputKey}
          description={words.outputKeyHelp}
          defaultValue={output?.key ?? 'results/{name}.{ext}'}
          required
        />
      )}
    </>
  );
}
