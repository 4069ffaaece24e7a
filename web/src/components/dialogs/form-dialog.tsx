import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { describeProblem } from '../../api/problem.ts';
import { strings } from '../../wording/strings.ts';
import { CheckedForm } from '../checked-form/checked-form.tsx';

interface DialogForm {
  onClose: () => void;
  lead?: ReactNode;
  submit: string;
  /** The choice that is still missing before the form can be sent: "Choose an action". */
  hint?: string | undefined;
  onSubmit: (fields: FormData) => Promise<unknown>;
  children?: ReactNode;
}

function DialogForm({ onClose, lead, submit, hint, onSubmit, children }: DialogForm) {
  const [problem, setProblem] = useState<string>();
  const hintId = useId();
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
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
    <CheckedForm onSubmit={send}>
      <Stack gap="md">
        {lead && <Text c="dimmed">{lead}</Text>}
        {children}
        <div className="dialog-foot">
          {problem && (
            <Alert color="red" variant="outline" role="alert" mb="sm">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs" wrap="nowrap">
            {hint && (
              <Text c="dimmed" id={hintId} flex={1}>
                {hint}
              </Text>
            )}
            <Button variant="default" flex="none" onClick={onClose}>
              {strings.acts.cancel}
            </Button>
            <Button
              type="submit"
              flex="none"
              loading={busy}
              disabled={hint !== undefined}
              aria-describedby={hint && hintId}
            >
              {submit}
            </Button>
          </Group>
        </div>
      </Stack>
    </CheckedForm>
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
