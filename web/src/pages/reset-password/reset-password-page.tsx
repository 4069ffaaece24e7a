import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { resetPassword } from '../../api/session/session.ts';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { linkCommands, useClosedLink } from '../../components/sign-in/closed-link.tsx';
import { forgetLinkToken, useLinkToken } from '../../components/sign-in/link-token.ts';
import { NewPassword } from '../../components/sign-in/new-password.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.resetPassword;

export function ResetPasswordPage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const closed = useClosedLink('password_reset', token, {
    help: strings.links.newReset,
    command: linkCommands.password_reset,
  });
  return (
    <AuthPage
      title={words.title}
      lead={closed ? undefined : words.lead}
      submit={words.submit}
      closed={closed}
      onSubmit={async ({ password }) => {
        await resetPassword(token, password!);
        forgetLinkToken();
        notifications.show({ message: words.done });
        await navigate({ to: '/sign-in' });
      }}
    >
      <NewPassword label={words.password} description={strings.welcome.passwordHelp} autoFocus />
    </AuthPage>
  );
}
