import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { CheckedForm } from '../../components/checked-form/checked-form.tsx';
import { attempt } from '../../undo/attempt.ts';
import { strings } from '../../wording/strings.ts';
import classes from './section.module.css';

const words = strings.settings;

/** A name field with a save button that appears when the name is changed. */
export function NameForm({
  label,
  name,
  disabled,
  onSave,
}: {
  label: string;
  name: string;
  disabled?: boolean;
  onSave: (name: string) => Promise<unknown>;
}) {
  const [value, setValue] = useState(name);
  const [busy, setBusy] = useState(false);
  const changed = value.trim() !== name && value.trim() !== '';
  const save = async () => {
    setBusy(true);
    await attempt(async () => {
      await onSave(value.trim());
      notifications.show({ message: words.saved });
    });
    setBusy(false);
  };
  return (
    <CheckedForm onSubmit={save} className={classes.line}>
      <TextInput
        label={label}
        value={value}
        onChange={event => setValue(event.currentTarget.value)}
        required
        maxLength={200}
        withAsterisk={false}
        disabled={disabled ?? false}
      />
      {!disabled && (
        <Button type="submit" variant="default" disabled={!changed} loading={busy}>
          {words.save}
        </Button>
      )}
    </CheckedForm>
  );
}
