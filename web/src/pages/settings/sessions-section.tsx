import type { Session } from '@filemill/client';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { endOtherSessions, endSession, sessionsQuery } from '../../api/session/account.ts';
import { LoadError } from '../../components/load-error.tsx';
import { Cell, type Column, NameCell, Rows } from '../../components/rows/rows.tsx';
import { When } from '../../components/when/when.tsx';
import { attempt } from '../../undo/attempt.ts';
import { strings } from '../../wording/strings.ts';
import { describeBrowser } from './browser.ts';
import { Section } from './section.tsx';

const words = strings.settings;
const columns = [
  { title: words.browser },
  { title: words.since },
  { title: words.acts, kind: 'acts' },
] satisfies Column[];
const [, since, acts] = columns as [Column, Column, Column];

function SessionRow({ session }: { session: Session }) {
  const browser = describeBrowser(session.userAgent);
  return (
    <tr>
      <NameCell name={session.current ? words.thisOne(browser) : browser} note={session.address} />
      <Cell of={since}>
        <When time={session.createdAt} />
      </Cell>
      <Cell of={acts}>
        {!session.current && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={words.endOf(browser)}
            onClick={() => attempt(() => endSession(session.id))}
          >
            {words.end}
          </Button>
        )}
      </Cell>
    </tr>
  );
}

export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const others = sessions?.some(({ current }) => !current);
  return (
    <Section id="sessions" title={words.sessions} lead={words.sessionsLead}>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!sessions && !error && <Skeleton height={120} aria-label={strings.acts.loading} />}
      {sessions && (
        <Rows caption={words.sessions} columns={columns}>
          {sessions.map(session => (
            <SessionRow key={session.id} session={session} />
          ))}
        </Rows>
      )}
      {others && (
        <Button variant="default" mt="md" onClick={() => attempt(endOtherSessions)}>
          {words.endOthers}
        </Button>
      )}
    </Section>
  );
}
