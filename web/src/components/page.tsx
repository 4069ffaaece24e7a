import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { strings } from '../wording/strings.ts';

/** A longer title is smaller on a phone. */
const longTitle = 28;

/** The layout of every page in the shell: heading, actions, content. */
export function Page({
  title,
  back,
  lead,
  actions,
  children,
}: {
  title: string;
  /** The link to the list that this page belongs to. */
  back?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${strings.product}`;
  }, [title]);
  return (
    <div className="page">
      {back && <div className="dim backline">{back}</div>}
      <Group justify="space-between" align="flex-end" mb={lead ? 4 : 'md'}>
        <Title order={1} className="title" title={title} data-long={title.length > longTitle || undefined}>
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {lead && <p className="dim lead">{lead}</p>}
      {children}
    </div>
  );
}
