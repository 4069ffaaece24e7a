import type { NewTrigger, Trigger, TriggerChange } from '@filemill/client';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
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

/** Reads the work of a saved trigger. */
const readWork = ({ type, recipeId, options = {} }: Trigger): Work | undefined =>
  type !== undefined ? { type, options } : recipeId !== undefined ? { recipeId } : undefined;

/** The fields of a new trigger: when it starts, with which files, and what is done with them. */
export const TriggerForm = ({
  onClose,
  onSubmit,
}: {
  onClose: () => void;
  onSubmit: (trigger: NewTrigger) => Promise<unknown>;
}) => <Fields onClose={onClose} onSubmit={given => onSubmit({ ...given, enabled: true })} />;

/** The same fields of a trigger that is changed. Its kind stays, and so do the files of one with a schedule. */
export const ChangeTriggerForm = ({
  trigger,
  onClose,
  onSubmit,
}: {
  trigger: Trigger;
  onClose: () => void;
  onSubmit: (change: TriggerChange) => Promise<unknown>;
}) => (
  <Fields
    trigger={trigger}
    onClose={onClose}
    onSubmit={({ inputs: _, output, ...change }) => onSubmit({ ...change, output: output ?? null })}
  />
);

type Given = Omit<NewTrigger, 'enabled'>;

function Fields({
  trigger,
  onClose,
  onSubmit,
}: {
  trigger?: Trigger;
  onClose: () => void;
  onSubmit: (given: Given) => Promise<unknown>;
}) {
  const [kind, setKind] = useState<Kind>(trigger?.schedule ? 'schedule' : 'watch');
  const [source, setSource] = useState<Source>('connection');
  const [work, setWork] = useState<Work | undefined>(trigger && readWork(trigger));
  const [cron, setCron] = useState(trigger?.schedule?.cron ?? '0 6 * * *');
  const keepsFiles = trigger?.schedule !== undefined;
  const fetchesAddress = kind === 'schedule' && source === 'url';
  const hasNoConnection = useReadableConnections()?.length === 0;
  const workHint = useWorkHint(work, []);
  const hint = hasNoConnection && !fetchesAddress && !keepsFiles ? strings.batches.addConnection : workHint;
  const read = (given: FormData): Given => {
    const output = readOutput(given);
    return {
      name: readText(given, 'name'),
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
      title={trigger ? words.edit : words.create}
      submit={trigger ? strings.settings.save : words.submit}
      hint={hint}
      onSubmit={given => onSubmit(read(given))}
    >
      <TextInput
        name="name"
        label={words.name}
        defaultValue={trigger?.name}
        maxLength={100}
        required
        data-autofocus
      />
      {!trigger && (
        <SegmentedControl
          fullWidth
          aria-label={words.start}
          data={listChoices(words.kinds)}
          value={kind}
          onChange={setKind}
        />
      )}
      {kind === 'schedule' && (
        <ScheduleFields cron={cron} timeZone={trigger?.schedule?.timeZone} onChange={setCron} />
      )}
      {kind === 'schedule' && !keepsFiles && (
        <SegmentedControl
          fullWidth
          aria-label={words.files}
          data={listChoices(words.sources)}
          value={source}
          onChange={setSource}
        />
      )}
      {keepsFiles ? null : fetchesAddress ? (
        <TextInput name="inputUrl" type="url" label={words.address} placeholder="https://" required />
      ) : (
        <FilesFields watches={kind === 'watch'} watch={trigger?.watch} />
      )}
      <WorkFields work={work} formats={[]} onChange={setWork} />
      <OutputFields output={trigger?.output} />
    </FormDialog>
  );
}
