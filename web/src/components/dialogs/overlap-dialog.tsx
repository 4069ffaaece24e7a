import { Select } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../../wording/strings.ts';
import { FormDialog } from './form-dialog.tsx';

const choices = Object.entries(strings.overlaps).map(([value, label]) => ({ value, label }));

/** Asks how long the replaced key or secret keeps working. */
export function OverlapDialog({
  label,
  onSubmit,
  ...dialog
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  lead: string;
  label: string;
  submit: string;
  onSubmit: (seconds: number) => Promise<unknown>;
}) {
  const [seconds, setSeconds] = useState<string | null>('86400');
  return (
    <FormDialog {...dialog} onSubmit={() => onSubmit(Number(seconds))}>
      <Select label={label} data={choices} value={seconds} onChange={setSeconds} allowDeselect={false} />
    </FormDialog>
  );
}
