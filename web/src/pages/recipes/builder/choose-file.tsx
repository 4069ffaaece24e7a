import { Button, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { guessFormat } from '../../../added-files/formats.ts';
import { useJobTypes } from '../../../api/job-types.ts';
import { recentFilesQuery } from '../../../api/jobs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './builder.module.css';
import type { TrialInput } from './use-trial.ts';

const words = strings.recipes;

/** A file to run on: dropped, chosen, or stored from an earlier job if the recipe accepts it. */
export function ChooseFile({
  accepts,
  label,
  disabled,
  onTake,
}: {
  /** The formats of the first step. */
  accepts: string[];
  label: string;
  disabled?: boolean;
  onTake: (input: TrialInput) => void;
}) {
  const workspace = useWorkspace();
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const jobTypes = useJobTypes();
  const { data = [] } = useQuery(recentFilesQuery(workspace.id));
  const recent = data.filter(({ filename }) => {
    const format = guessFormat(filename, '', jobTypes);
    return format === undefined || accepts.includes(format);
  });
  const take = (file: File | undefined) => file && onTake({ name: file.name, file });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files[0]);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same with the keyboard. */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={event => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Text>{label}</Text>
        <Button variant="default" disabled={disabled ?? false} onClick={() => chooser.current?.click()}>
          {words.chooseFile}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          onChange={event => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {recent.length > 0 && (
        <NativeSelect
          mt="xs"
          label={words.orKept}
          disabled={disabled ?? false}
          value=""
          onChange={event => {
            const file = recent.find(({ artifactId }) => artifactId === event.currentTarget.value);
            if (file) onTake({ name: file.filename, artifactId: file.artifactId });
          }}
          data={[
            { value: '', label: words.chooseKept },
            ...recent.map(({ artifactId, filename }) => ({ value: artifactId, label: filename })),
          ]}
        />
      )}
    </>
  );
}
