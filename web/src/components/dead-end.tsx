import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
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

export function Broken({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <Center mih={320} px="md" ta="center" data-dead-end>
      <Stack align="center" role="alert">
        <Text>{strings.problems.pageFailed}</Text>
        <Text c="dimmed">{describeProblem(error)}</Text>
        <Button variant="default" onClick={() => router.invalidate()}>
          {strings.problems.tryAgain}
        </Button>
      </Stack>
    </Center>
  );
}
