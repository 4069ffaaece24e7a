import { Button, Center, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../../wording/strings.ts';
import classes from './preview.module.css';

const words = strings.preview;

/** Asks for the password of a document. It stays in the browser. */
export function Unlock({ refused, onUnlock }: { refused: boolean; onUnlock: (password: string) => void }) {
  const [password, setPassword] = useState('');
  return (
    <Center className={classes.pane}>
      <Stack
        component="form"
        align="center"
        gap="sm"
        p="md"
        onSubmit={event => {
          event.preventDefault();
          onUnlock(password);
        }}
      >
        <Text c="dimmed" ta="center">
          {words.locked}
        </Text>
        <Group gap="xs" align="flex-start">
          <PasswordInput
            w={220}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            aria-label={strings.signIn.password}
            placeholder={strings.signIn.password}
            error={refused && strings.failures.wrong_password!.says}
            autoComplete="off"
          />
          <Button type="submit" variant="default" disabled={password === ''}>
            {words.unlock}
          </Button>
        </Group>
      </Stack>
    </Center>
  );
}
