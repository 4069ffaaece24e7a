import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { becomeFirstUser } from '../../api/session.ts';
import { AuthPage } from '../../components/auth-page.tsx';
import { forgetLinkToken, useLinkToken } from '../../components/link-token.ts';
import { NewPassword } from '../../components/new-password.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.welcome;

export function WelcomePage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  return (
    <AuthPage
      title={words.title}
      lead={words.lead}
      submit={words.submit}
      closed={token ? undefined : words.notWhole}
      onSubmit={async ({ name, email, password }) => {
        await becomeFirstUser({ token, name: name!, email: email!, password: password! });
        forgetLinkToken();
        await navigate({ to: '/' });
      }}
    >
      <TextInput name="name" label={words.name} required maxLength={200} autoComplete="name" autoFocus />
      <TextInput
        name="email"
        type="email"
        label={words.email}
        required
        maxLength={254}
        autoComplete="username"
      />
      <NewPassword label={words.password} description={words.passwordHelp} />
    </AuthPage>
  );
}
