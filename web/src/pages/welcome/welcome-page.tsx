import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { hasNoUser } from '../../api/session/links.ts';
import { becomeFirstUser } from '../../api/session/session.ts';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { linkCommands, useClosedLink } from '../../components/sign-in/closed-link.tsx';
import { forgetLinkToken, useLinkToken } from '../../components/sign-in/link-token.ts';
import { NewPassword } from '../../components/sign-in/new-password.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.welcome;

export function WelcomePage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const closed = useClosedLink(
    'first_user',
    token,
    hasNoUser()
      ? { help: strings.links.newFirst, command: linkCommands.first_user }
      : { help: words.hasUsers },
  );
  return (
    <AuthPage
      title={words.title}
      lead={closed ? undefined : words.lead}
      submit={words.submit}
      closed={closed}
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
