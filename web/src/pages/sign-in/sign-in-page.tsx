import { Button, Code, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { hasNoUser } from '../../api/session/links.ts';
import { signIn } from '../../api/session/session.ts';
import { CodeBlock } from '../../components/code/code-block.tsx';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { linkCommands } from '../../components/sign-in/closed-link.tsx';
import { strings } from '../../wording/strings.ts';
import classes from './sign-in-page.module.css';

const words = strings.signIn;

/** An example of the printed link, which helps to find it among other lines. */
const exampleLink = `${new URL('welcome', document.baseURI).href}#token=…`;

export function SignInPage() {
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  const isNew = hasNoUser();
  return (
    <AuthPage
      title={isNew ? strings.welcome.title : words.title}
      lead={isNew ? words.noUserYet : words.lead}
      closed={
        isNew && (
          <Stack gap="sm">
            <Text>{words.printedLink}</Text>
            <Code block className={classes.example}>
              {exampleLink}
            </Code>
            <Text>{words.newLink}</Text>
            <CodeBlock code={linkCommands.first_user} name={strings.links.command} />
            <Button mt="xs" variant="default" onClick={() => window.location.reload()}>
              {words.joined}
            </Button>
          </Stack>
        )
      }
      submit={words.submit}
      onSubmit={async ({ email, password }) => {
        await signIn(email!, password!);
        router.history.push(next ?? router.buildLocation({ to: '/' }).href);
      }}
      after={
        !isNew && (
          <Text size="xs" c="dimmed" mt="lg">
            {words.forgotten} <Code>{linkCommands.password_reset}</Code>
          </Text>
        )
      }
    >
      <TextInput
        name="email"
        type="email"
        label={words.email}
        required
        autoComplete="username"
        data-autofocus
        autoFocus
      />
      <PasswordInput name="password" label={words.password} required autoComplete="current-password" />
    </AuthPage>
  );
}
