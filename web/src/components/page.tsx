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
  shortLead = false,
  children,
}: {
  title: string;
  /** The link to the list that this page belongs to. */
  back?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Whether the lead leaves room for the actions beside it on a phone. */
  shortLead?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${strings.product}`;
  }, [title]);
  return (
    <div className="page">
      {back && <div className="dim backline">{back}</div>}
      <div className="head" data-short-lead={shortLead || undefined}>
        <Group justify="space-between" align="flex-end" mb={lead ? 4 : 'md'} className="headline">
          <Title order={1} className="title" title={title} data-long={title.length > longTitle || undefined}>
            {title}
          </Title>
          {actions && (
            <Group gap="xs" className="actions">
              {actions}
            </Group>
          )}
        </Group>
        {lead && <p className="dim lead">{lead}</p>}
      </div>
      {children}
    </div>
  );
}
