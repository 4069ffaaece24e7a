import { Box, Code, PasswordInput, Text, TextInput } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { signIn } from '../../api/session.ts';
import { AuthPage } from '../../components/auth-page.tsx';
import { CodeBlock } from '../../components/code/code-block.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.signIn;
/** The service says so when it sends the page. */
const hasNoUser = document.querySelector<HTMLMetaElement>('meta[name=first-user]')?.content === 'missing';

export function SignInPage() {
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  return (
    <AuthPage
      title={words.title}
      lead={
        hasNoUser ? (
          <>
            {words.noUserYet}
            <Box mt="sm">
              <CodeBlock code="npx filemill users first-link" name={words.command} />
            </Box>
          </>
        ) : (
          words.lead
        )
      }
      submit={words.submit}
      onSubmit={async ({ email, password }) => {
        await signIn(email!, password!);
        router.history.push(next ?? router.buildLocation({ to: '/' }).href);
      }}
      after={
        !hasNoUser && (
          <Text size="xs" c="dimmed" mt="lg">
            {words.forgotten} <Code>npx filemill users reset-password</Code>
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
