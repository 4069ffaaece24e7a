import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { describeProblem } from '../api/problem.ts';
import { strings } from '../wording/strings.ts';

interface DialogForm {
  onClose: () => void;
  lead?: ReactNode;
  submit: string;
  /** Whether something is missing that the form cannot give. */
  isBlocked?: boolean;
  onSubmit: (fields: FormData) => Promise<unknown>;
  children?: ReactNode;
}

function DialogForm({ onClose, lead, submit, isBlocked = false, onSubmit, children }: DialogForm) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(new FormData(event.currentTarget));
    } catch (error) {
      setProblem(describeProblem(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={send}>
      <Stack gap="md">
        {lead && <Text c="dimmed">{lead}</Text>}
        {children}
        {problem && (
          <Alert color="red" variant="outline" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {strings.acts.cancel}
          </Button>
          <Button type="submit" loading={busy} disabled={isBlocked}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A form in a dialog, which stays open and shows errors until the action has succeeded. */
export function FormDialog({
  opened,
  title,
  ...form
}: DialogForm & {
  opened: boolean;
  title: string;
}) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={title}>
      <DialogForm {...form} />
    </Modal>
  );
}
