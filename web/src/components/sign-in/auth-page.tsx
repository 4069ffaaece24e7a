import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { describeProblem } from '../../api/problem.ts';
import { strings } from '../../wording/strings.ts';
import { CheckedForm } from '../checked-form/checked-form.tsx';
import { Mark } from '../mark.tsx';
import classes from './auth-page.module.css';

/** A page outside the shell with a single form. */
export function AuthPage({
  title,
  lead,
  submit,
  onSubmit,
  closed,
  children,
  after,
}: {
  title: string;
  lead?: ReactNode;
  submit: string;
  onSubmit: (fields: Record<string, string>) => Promise<unknown>;
  /** This content is shown instead of the form. */
  closed?: ReactNode;
  children: ReactNode;
  after?: ReactNode;
}) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${title} · ${strings.product}`;
  }, [title]);

  async function send(event: FormEvent<HTMLFormElement>) {
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
    } catch (error) {
      setProblem(describeProblem(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className={classes.door}>
      <div className={classes.panel}>
        <Mark size={40} />
        <Title order={1} mt="lg">
          {title}
        </Title>
        {lead && (
          <Text component="div" c="dimmed" mt={4}>
            {lead}
          </Text>
        )}
        {closed ? (
          <Box mt="lg">{closed}</Box>
        ) : (
          <>
            <CheckedForm onSubmit={send}>
              <Stack mt="lg" gap="md">
                {children}
                <Button type="submit" loading={busy} fullWidth>
                  {submit}
                </Button>
              </Stack>
            </CheckedForm>
            <Text role="status" mt="md" className={classes.problem}>
              {problem}
            </Text>
          </>
        )}
        {after}
      </div>
    </main>
  );
}
