import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { Check, Copy as CopyIcon } from 'lucide-react';
import { strings } from '../wording/strings.ts';

/** Copies a text to the clipboard and confirms it. */
export function Copy({ value, name }: { value: string; name: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? strings.acts.copied : strings.acts.copy}>
          <ActionIcon
            size="sm"
            onClick={copy}
            aria-label={copied ? strings.acts.copied : strings.acts.copyOf(name)}
          >
            {copied ? <Check size={14} /> : <CopyIcon size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
