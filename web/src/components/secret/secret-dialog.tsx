import { Button, Checkbox, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { strings } from '../../wording/strings.ts';
import classes from './secret-dialog.module.css';

const words = strings.secret;

/** Shows a secret once. It can only be closed after confirming that the secret is stored. */
export function SecretDialog({
  title,
  name,
  value,
  lead,
  kept: keptLabel = words.kept(name),
  onDone,
  children,
}: {
  title: string;
  /** The kind of secret, such as "key". */
  name: string;
  value: string;
  lead: string;
  /** The confirmation. */
  kept?: string;
  onDone: () => void;
  children?: ReactNode;
}) {
  const [kept, setKept] = useState(false);
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true });
  return (
    <Modal
      opened
      onClose={() => {}}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text>{lead}</Text>
        <div className={classes.secret}>
          <code className={classes.value}>{value}</code>
          <CopyButton value={value} timeout={1500}>
            {({ copied, copy }) => (
              <Button
                data-autofocus
                onClick={() => {
                  copy();
                  setKept(true);
                }}
                leftSection={copied ? <Check size={16} /> : <Copy size={16} />}
              >
                {copied ? strings.acts.copied : strings.acts.copyOf(name)}
              </Button>
            )}
          </CopyButton>
        </div>
        {children}
        <Group justify="space-between" gap="md" mt="xs">
          <Checkbox
            checked={kept}
            onChange={event => setKept(event.currentTarget.checked)}
            label={keptLabel}
          />
          <Button variant="default" disabled={!kept} onClick={onDone}>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
