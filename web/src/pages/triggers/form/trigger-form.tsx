import type { NewTrigger } from '@filemill/client';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { listChoices } from '../../../components/list-choices.ts';
import { FilesFields, readFiles } from '../../../components/work-form/files-fields.tsx';
import { OutputFields, readOutput } from '../../../components/work-form/output-fields.tsx';
import { readText } from '../../../components/work-form/read-text.ts';
import { useReadableConnections } from '../../../components/work-form/readable-connections.ts';
import { useWorkHint, type Work } from '../../../components/work-form/work.ts';
import { WorkFields } from '../../../components/work-form/work-fields.tsx';
import { strings } from '../../../wording/strings.ts';
import { ScheduleFields } from './schedule-fields.tsx';

const words = strings.triggers;

type Kind = 'watch' | 'schedule';
type Source = 'connection' | 'url';

/** The fields of a new trigger: when it starts, with which files, and what is done with them. */
export function TriggerForm({
  onClose,
  onSubmit,
}: {
  onClose: () => void;
  onSubmit: (trigger: NewTrigger) => Promise<unknown>;
}) {
  const [kind, setKind] = useState<Kind>('watch');
  const [source, setSource] = useState<Source>('connection');
  const [work, setWork] = useState<Work>();
  const [cron, setCron] = useState('0 6 * * *');
  const fetchesAddress = kind === 'schedule' && source === 'url';
  const hasNoConnection = useReadableConnections()?.length === 0;
  const workHint = useWorkHint(work, []);
  const hint = hasNoConnection && !fetchesAddress ? strings.batches.addConnection : workHint;
  const read = (given: FormData): NewTrigger => {
    const output = readOutput(given);
    return {
      name: readText(given, 'name'),
      enabled: true,
      ...work,
      ...(output && { output }),
      ...(kind === 'watch'
        ? {
            watch: {
              ...readFiles(given),
              everySeconds: Number(readText(given, 'everySeconds')),
              existing: given.get('existing') !== null,
            },
          }
        : {
            schedule: { cron, timeZone: readText(given, 'timeZone') },
            inputs: source === 'connection' ? readFiles(given) : [{ inputUrl: readText(given, 'inputUrl') }],
          }),
    };
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.create}
      submit={words.submit}
      hint={hint}
      onSubmit={given => onSubmit(read(given))}
    >
      <TextInput name="name" label={words.name} maxLength={100} required data-autofocus />
      <SegmentedControl
        fullWidth
        aria-label={words.start}
        data={listChoices(words.kinds)}
        value={kind}
        onChange={setKind}
      />
      {kind === 'schedule' && (
        <>
          <ScheduleFields onChange={setCron} />
          <SegmentedControl
            fullWidth
            aria-label={words.files}
            data={listChoices(words.sources)}
            value={source}
            onChange={setSource}
          />
        </>
      )}
      {fetchesAddress ? (
        <TextInput name="inputUrl" type="url" label={words.address} placeholder="https://" required />
      ) : (
        <FilesFields watches={kind === 'watch'} />
      )}
      <WorkFields work={work} formats={[]} onChange={setWork} />
      <OutputFields />
    </FormDialog>
  );
}
