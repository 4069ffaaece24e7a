import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { describeProblem } from '../../api/problem.ts';
import { changePassword } from '../../api/session/account.ts';
import { CheckedForm } from '../../components/checked-form/checked-form.tsx';
import { NewPassword } from '../../components/sign-in/new-password.tsx';
import { strings } from '../../wording/strings.ts';
import { Section } from './section.tsx';

const words = strings.settings;

export function PasswordSection() {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function send(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const fields = new FormData(form);
    setBusy(true);
    setProblem(undefined);
    try {
      await changePassword({
        currentPassword: String(fields.get('current')),
        newPassword: String(fields.get('new')),
      });
      form.reset();
      notifications.show({ message: words.passwordChanged });
    } catch (error) {
      setProblem(describeProblem(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Section id="password" title={words.password} lead={words.passwordLead}>
      <CheckedForm onSubmit={send}>
        <Stack gap="md" maw={360}>
          <PasswordInput
            name="current"
            label={words.currentPassword}
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          <NewPassword
            name="new"
            label={words.newPassword}
            description={words.passwordHelp}
            withAsterisk={false}
          />
          {problem && (
            <Alert color="red" variant="outline" role="alert">
              {problem}
            </Alert>
          )}
          <Button type="submit" variant="default" loading={busy} style={{ alignSelf: 'flex-start' }}>
            {words.changePassword}
          </Button>
        </Stack>
      </CheckedForm>
    </Section>
  );
}
