import { ActionIcon, Group, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from '../../../wording/strings.ts';
import classes from '../options-form.module.css';

const words = strings.options;

/** One step of a list: its name and what it does, and when it is open, its options. */
export function Step({
  title,
  help,
  opened,
  onToggle,
  onUp,
  onDown,
  onRemove,
  children,
}: {
  title: string;
  help: string | undefined;
  opened: boolean;
  onToggle: () => void;
  /** Moves it up, unless it is the first. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <div className={classes.step} role="group" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <UnstyledButton className={classes.stepHead} aria-expanded={opened} onClick={onToggle}>
          <strong>{title}</strong>
          <span className={classes.stepHelp}>{help}</span>
        </UnstyledButton>
        <Group gap={4} wrap="nowrap">
          <ActionIcon disabled={!onUp} aria-label={words.up} onClick={onUp}>
            <ArrowUp size={14} />
          </ActionIcon>
          <ActionIcon disabled={!onDown} aria-label={words.down} onClick={onDown}>
            <ArrowDown size={14} />
          </ActionIcon>
          <ActionIcon aria-label={words.remove} onClick={onRemove}>
            <X size={14} />
          </ActionIcon>
        </Group>
      </Group>
      {opened && <div className={classes.stepBody}>{children}</div>}
    </div>
  );
}
