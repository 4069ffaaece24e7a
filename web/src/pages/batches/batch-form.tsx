import type { NewBatch } from '@filemill/client';
import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FilesFields, readFiles } from '../../components/work-form/files-fields.tsx';
import { OutputFields, readOutput } from '../../components/work-form/output-fields.tsx';
import { useReadableConnections } from '../../components/work-form/readable-connections.ts';
import { type Work, WorkFields } from '../../components/work-form/work-fields.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.batches;

/** The fields of a new batch: the files of a connection, what is done with them, and where the results go. */
export function BatchForm({
  onClose,
  onSubmit,
}: {
  onClose: () => void;
  onSubmit: (batch: NewBatch) => Promise<unknown>;
}) {
  const [work, setWork] = useState<Work>();
  const isBlocked = useReadableConnections()?.length === 0;
  const read = (given: FormData): NewBatch => {
    const output = readOutput(given);
    return { ...work, inputs: readFiles(given), ...(output && { output }) };
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.create}
      lead={words.createLead}
      submit={words.start}
      isBlocked={isBlocked}
      onSubmit={given => onSubmit(read(given))}
    >
      <FilesFields watches={false} />
      <WorkFields work={work} onChange={setWork} />
      <OutputFields />
    </FormDialog>
  );
}
