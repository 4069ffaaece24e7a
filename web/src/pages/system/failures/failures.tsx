import { Button, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { failureQuery, failuresQuery } from '../../../api/operator.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { strings } from '../../../wording/strings.ts';
import { FailureRow } from './failure-row.tsx';
import classes from './failures.module.css';
import { Reasons } from './reasons.tsx';

const words = strings.system;

/** The failure with one diagnostic id. */
function Looked({ id }: { id: string }) {
  const { data, error } = useQuery(failureQuery(id));
  if (error) return <LoadError error={error} />;
  if (!data) return <Skeleton height={120} aria-label={strings.acts.loading} />;
  return (
    <ul className={classes.list}>
      <FailureRow failure={data} startOpen />
    </ul>
  );
}

function Latest() {
  const query = useInfiniteQuery(failuresQuery);
  const { data, error, refetch } = query;
  const failures = data?.pages.flatMap(page => page.failures);
  return (
    <>
      <Reasons />
      <Title order={2} mt="xl" mb="xs">
        {words.attempts}
      </Title>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!failures && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {failures?.length === 0 && <Text c="dimmed">{words.noFailures}</Text>}
      {failures && failures.length > 0 && (
        <ul className={classes.list}>
          {failures.map(failure => (
            <FailureRow key={`${failure.diagnosticId} ${failure.attempt}`} failure={failure} />
          ))}
        </ul>
      )}
      <MoreButton query={query}>{words.older}</MoreButton>
    </>
  );
}

/** Failures by reason, by attempt, and by diagnostic id, with the engine's output. */
export function Failures() {
  const { diagnostic } = useSearch({ from: '/shell/system' });
  const navigate = useNavigate({ from: '/system' });
  const [id, setId] = useState(diagnostic ?? '');
  const look = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: { tab: 'failures', ...(id.trim() && { diagnostic: id.trim() }) } });
  };
  return (
    <>
      <search>
        <form onSubmit={look} className={classes.find}>
          <TextInput
            leftSection={<Search size={16} />}
            aria-label={words.diagnosticId}
            placeholder={words.diagnosticId}
            value={id}
            onChange={event => setId(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {words.find}
          </Button>
          {diagnostic && (
            <Button
              variant="subtle"
              onClick={() => {
                setId('');
                void navigate({ search: { tab: 'failures' } });
              }}
            >
              {words.showAll}
            </Button>
          )}
        </form>
      </search>
      {diagnostic ? <Looked key={diagnostic} id={diagnostic} /> : <Latest />}
    </>
  );
}
