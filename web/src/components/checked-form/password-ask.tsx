import { Button, Group, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { strings } from '../../wording/strings.ts';

const words = strings.convert;

/** Asks for the password of a locked file, to run its job again with it. */
export function PasswordAsk({
  label = words.goOn,
  busy = false,
  onGive,
}: {
  label?: string;
  busy?: boolean;
  onGive: (password: string) => void;
}) {
  const [password, setPassword] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    onGive(password);
  };
  return (
    <Group component="form" gap={8} onSubmit={send}>
      <PasswordInput
        size="xs"
        w={220}
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        placeholder={words.password}
        aria-label={words.password}
        autoComplete="off"
      />
      <Button size="xs" type="submit" loading={busy} disabled={password === ''}>
        {label}
      </Button>
    </Group>
  );
}
