import { Alert, Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { describeProblem, isProblem } from '../api/problem.ts';
import { strings } from '../wording/strings.ts';

/** A loading error with a retry button. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const isGone = isProblem(error) && error.status === 404;
  return (
    <Alert color="red" variant="light" icon={<CircleAlert size={18} />} role="alert" my="md">
      {isGone ? strings.problems.gone : describeProblem(error)}
      {onRetry && !isGone && (
        <Button size="compact-sm" variant="default" ms="md" onClick={() => onRetry()}>
          {strings.problems.tryAgain}
        </Button>
      )}
    </Alert>
  );
}
