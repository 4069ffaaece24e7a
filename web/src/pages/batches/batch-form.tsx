import type { NewBatch } from '@filemill/client';
import { Button, Progress, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { addFiles } from '../../added-files/add.ts';
import { guessFormat } from '../../added-files/formats.ts';
import { useJobTypes } from '../../api/job-types.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { listChoices } from '../../components/list-choices.ts';
import { ChosenFiles } from '../../components/work-form/chosen-files.tsx';
import { FilesFields, readFiles } from '../../components/work-form/files-fields.tsx';
import { OutputFields, readOutput } from '../../components/work-form/output-fields.tsx';
import { useReadableConnections } from '../../components/work-form/readable-connections.ts';
import { useWorkHint, type Work } from '../../components/work-form/work.ts';
import { WorkFields } from '../../components/work-form/work-fields.tsx';
import { strings } from '../../wording/strings.ts';
import { useUploads } from './use-uploads.ts';

const words = strings.batches;

/** Lists the formats of these files that their names tell. */
function useFormats(files: File[]): string[] {
  const types = useJobTypes();
  return [...new Set(files.flatMap(({ name, type }) => guessFormat(name, type, types) ?? []))];
}

/** The fields of a new batch: the files, what is done with them, and where the results go. */
export function BatchForm({
  onClose,
  onSubmit,
}: {
  onClose: () => void;
  onSubmit: (batch: NewBatch) => Promise<unknown>;
}) {
  const { id } = useWorkspace();
  const [source, setSource] = useState<keyof typeof words.sources>('computer');
  const [files, setFiles] = useState<File[]>([]);
  const [work, setWork] = useState<Work>();
  const { upload, sent } = useUploads(id);
  const isLocal = source === 'computer';
  const navigate = useNavigate();
  const types = useJobTypes();
  const formats = useFormats(isLocal ? files : []);
  const workHint = useWorkHint(work, formats);
  const hasNoConnection = useReadableConnections()?.length === 0;
  const hint = isLocal
    ? files.length === 0
      ? words.chooseFiles
      : workHint
    : hasNoConnection
      ? words.addConnection
      : workHint;
  const chooseForEach = async () => {
    addFiles(
      id,
      files.map(file => ({ file })),
      types,
    );
    await navigate({ to: '/' });
  };
  const send = async (given: FormData) => {
    const output = readOutput(given);
    const inputs = isLocal ? await upload(files) : readFiles(given);
    await onSubmit({ ...work, inputs, ...(output && { output }) });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.create}
      lead={words.createLead}
      submit={words.start}
      hint={hint}
      onSubmit={send}
    >
      <SegmentedControl
        fullWidth
        aria-label={words.inputs}
        data={listChoices(words.sources)}
        value={source}
        onChange={setSource}
      />
      {isLocal ? <ChosenFiles files={files} onChange={setFiles} /> : <FilesFields watches={false} />}
      {formats.length > 1 && (
        <Button variant="subtle" size="xs" style={{ alignSelf: 'flex-start' }} onClick={chooseForEach}>
          {words.chooseForEach}
        </Button>
      )}
      <WorkFields work={work} formats={formats} onChange={setWork} />
      <OutputFields />
      {sent !== undefined && <Progress value={sent * 100} aria-label={strings.recipes.sending} />}
    </FormDialog>
  );
}
