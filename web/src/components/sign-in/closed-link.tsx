import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { checkLink, type LinkPurpose } from '../../api/session/links.ts';
import { strings } from '../../wording/strings.ts';
import { CodeBlock } from '../code/code-block.tsx';

const words = strings.links;

/** The commands that make new links, on the machine of the service. */
export const linkCommands = {
  first_user: 'npx filemill users first-link',
  password_reset: 'npx filemill users reset-password',
};

/** Why a link cannot be used, and the command that makes a new one, or the way to sign in. */
export const ClosedLink = ({ reason, help, command }: { reason: string; help: string; command?: string }) => (
  <Stack gap="sm">
    <Text role="alert" fw={600}>
      {reason}
    </Text>
    <Text>{help}</Text>
    {command ? (
      <CodeBlock code={command} name={words.command} />
    ) : (
      <Button component={Link} to="/sign-in">
        {strings.signIn.title}
      </Button>
    )}
  </Stack>
);

/** Returns what to show instead of the form while the link is checked, and if it cannot be used. A failed check does not close it. */
export function useClosedLink(
  purpose: LinkPurpose,
  token: string,
  { help, command }: { help: string; command?: string },
) {
  const { data: isOpen, isPending } = useQuery({
    queryKey: ['links', purpose, token],
    queryFn: () => checkLink(purpose, token),
    enabled: token !== '',
    retry: false,
  });
  if (token !== '' && isPending) return <Skeleton height={240} aria-label={strings.acts.loading} />;
  if (token !== '' && isOpen !== false) return undefined;
  return (
    <ClosedLink
      reason={token === '' ? words.incomplete : words.over}
      help={help}
      {...(command !== undefined && { command })}
    />
  );
}
