import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleAlert, SearchX } from 'lucide-react';
import { describeProblem, isProblem } from '../api/problem.ts';
import { useSession } from '../api/session/session.ts';
import { strings } from '../wording/strings.ts';
import { Empty } from './empty/empty.tsx';

const words = strings.problems;

/** A loading error with a retry button, or a way out if there is nothing to load. */
export function LoadError({
  error,
  onRetry,
  list,
}: {
  error: unknown;
  onRetry?: () => unknown;
  /** The page that lists what could not be loaded. */
  list?: { to: '/jobs' | '/batches' | '/recipes' | '/triggers' | '/webhooks'; title: string };
}) {
  const { workspaces } = useSession();
  if (isProblem(error) && error.status === 404)
    return (
      <Empty
        icon={SearchX}
        title={words.goneTitle}
        text={workspaces.length > 1 ? words.goneElsewhere : words.gone}
      >
        {list && (
          <Button component={Link} to={list.to}>
            {list.title}
          </Button>
        )}
        <Button component={Link} to="/" variant="default">
          {words.toConvert}
        </Button>
      </Empty>
    );
  return (
    <Alert color="red" variant="light" icon={<CircleAlert size={18} />} role="alert" my="md">
      {describeProblem(error)}
      {onRetry && (
        <Button size="compact-sm" variant="default" ms="md" onClick={() => onRetry()}>
          {words.tryAgain}
        </Button>
      )}
    </Alert>
  );
}
