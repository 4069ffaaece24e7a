import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { deleteWorkspace } from '../../api/session/account.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { strings } from '../../wording/strings.ts';
import { Section } from './section.tsx';

const words = strings.settings.deletion;

/** Lets owners delete the workspace, once they have typed its name. */
export function DeletionSection() {
  const { id, name } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  if (!useMay('owner')) return null;
  const remove = async () => {
    await deleteWorkspace(id, name);
    setAsking(false);
    notifications.show({ message: words.done(name) });
  };
  return (
    <Section id="deletion" title={words.title} lead={words.lead}>
      <Button
        variant="default"
        c="red"
        onClick={() => {
          setTyped('');
          setAsking(true);
        }}
      >
        {words.open}
      </Button>
      <FormDialog
        opened={asking}
        title={words.ask(name)}
        lead={words.lead}
        submit={words.act}
        {...(typed.trim() !== name.trim() && { hint: words.confirm(name) })}
        onClose={() => setAsking(false)}
        onSubmit={remove}
      >
        <TextInput
          label={strings.settings.workspaceName}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      </FormDialog>
    </Section>
  );
}
