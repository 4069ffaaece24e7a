import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

/** A section of the page, with its heading. */
export function Section({
  id,
  title,
  lead,
  children,
}: {
  /** The part of the address after `#` that leads to it. */
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className={classes.section} aria-label={title}>
      <div>
        <Title order={2}>{title}</Title>
        {lead && (
          <Text c="dimmed" mt={4}>
            {lead}
          </Text>
        )}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
