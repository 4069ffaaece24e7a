import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../../../api/connections.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { strings } from '../../../wording/strings.ts';
import type { DraftStep } from '../draft.ts';

const words = strings.recipes.links;
const usualKey = 'results/{name}.{ext}';

/** The connection to which the files of a step are also written. */
export function StepOutput({
  step: { output, ...rest },
  onChange,
}: {
  step: DraftStep;
  onChange: (step: DraftStep) => void;
}) {
  const { id } = useWorkspace();
  const { data: connections = [] } = useQuery(connectionsQuery(id));
  if (connections.length === 0 && !output) return null;
  // A saved step names the connection by its id, a new one by its name.
  const chosen = connections.find(each => output && [each.id, each.name].includes(output.connection));
  return (
    <>
      <NativeSelect
        label={words.output}
        value={chosen?.name ?? ''}
        data={[{ value: '', label: words.noOutput }, ...connections.map(({ name }) => name)]}
        onChange={event => {
          const connection = event.currentTarget.value;
          onChange(connection ? { ...rest, output: { connection, key: output?.key ?? usualKey } } : rest);
        }}
      />
      {output && (
        <TextInput
          label={words.outputKey}
          description={words.outputKeyHelp}
          value={output.key}
          required
          onChange={event => onChange({ ...rest, output: { ...output, key: event.currentTarget.value } })}
        />
      )}
    </>
  );
}
