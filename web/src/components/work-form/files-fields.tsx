import type { NewTrigger } from '@filemill/client';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDuration } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import { listChoices } from '../list-choices.ts';
import { NewConnection } from './new-connection.tsx';
import { readText } from './read-text.ts';
import { useReadableConnections } from './readable-connections.ts';

const words = strings.triggers;
type Watch = NonNullable<NewTrigger['watch']>;

export function readFiles(given: FormData): Pick<Watch, 'connection' | 'prefix' | 'pattern'> {
  const pattern = readText(given, 'pattern');
  const folder = readText(given, 'prefix').replace(/^\/+|\/+$/g, '');
  return {
    connection: readText(given, 'connection'),
    prefix: folder && `${folder}/`,
    ...(pattern && { pattern }),
  };
}

/** The files of a connection, and for a trigger that watches them how often it looks. */
export function FilesFields({ watches, watch }: { watches: boolean; watch?: Watch | undefined }) {
  const readable = useReadableConnections();
  const [chosen, setChosen] = useState<string>();
  const create = (isFirst: boolean) => (
    <NewConnection isFirst={isFirst} onCreate={({ name }) => setChosen(name)} />
  );
  if (readable?.length === 0) return create(true);
  const names = (readable ?? []).map(({ name }) => name);
  const saved = readable?.find(({ id, name }) => [id, name].includes(watch?.connection ?? ''))?.name;
  const interval = String(watch?.everySeconds ?? 60);
  const intervals = listChoices(words.intervals);
  return (
    <>
      <div>
        <NativeSelect
          name="connection"
          label={words.connection}
          data={names}
          value={names.find(name => name === chosen) ?? saved ?? names[0] ?? ''}
          onChange={event => setChosen(event.currentTarget.value)}
          required
        />
        {create(false)}
      </div>
      <TextInput
        name="prefix"
        label={words.prefix}
        description={words.prefixHelp}
        placeholder="scans/"
        defaultValue={watch?.prefix}
      />
      <TextInput
        name="pattern"
        label={words.pattern}
        description={words.patternHelp}
        placeholder="**/*.pdf"
        defaultValue={watch?.pattern}
      />
      {watches && (
        <>
          <NativeSelect
            name="everySeconds"
            label={words.every}
            defaultValue={interval}
            data={
              intervals.some(({ value }) => value === interval)
                ? intervals
                : [
                    { value: interval, label: words.atInterval(formatDuration(Number(interval) * 1000)) },
                    ...intervals,
                  ]
            }
          />
          <Switch name="existing" label={words.existing} defaultChecked={watch?.existing} />
        </>
      )}
    </>
  );
}
