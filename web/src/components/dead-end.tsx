import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isOnline, onConnectionChange } from '../api/online.ts';
import { describeProblem } from '../api/problem.ts';
import { strings } from '../wording/strings.ts';

export function NotFound() {
  return (
    <Center mih={320} px="md" ta="center" data-dead-end>
      <Stack align="center">
        <Title order={1}>{strings.problems.notFound}</Title>
        <Text c="dimmed">{strings.problems.notFoundText}</Text>
        <Button component={Link} to="/" variant="default">
          {strings.problems.toConvert}
        </Button>
      </Stack>
    </Center>
  );
}

/** Whether a script or style of the page could not be loaded. Each browser words it differently. */
const lacksPart = (error: unknown): boolean =>
  error instanceof Error &&
  /^Unable to preload|dynamically imported module|Importing a module script failed/.test(error.message);

/** The error page. If a part of the page could not be loaded, it loads the page anew once the connection is back. */
export function Broken({ error }: { error: unknown }) {
  const router = useRouter();
  const lost = lacksPart(error);
  useEffect(() => {
    if (!lost) return;
    return onConnectionChange(() => {
      if (isOnline()) location.reload();
    });
  }, [lost]);
  return (
    <Center mih={320} px="md" ta="center" data-dead-end>
      <Stack align="center" role="alert">
        <Text>{strings.problems.pageFailed}</Text>
        <Text c="dimmed">{lost ? strings.problems.partLost : describeProblem(error)}</Text>
        <Button variant="default" onClick={() => (lost ? location.reload() : router.invalidate())}>
          {strings.problems.tryAgain}
        </Button>
      </Stack>
    </Center>
  );
}
