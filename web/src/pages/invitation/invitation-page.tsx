import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isProblem } from '../../api/problem.ts';
import { acceptInvitation, sessionQuery, showInvitation } from '../../api/session/session.ts';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { ClosedLink } from '../../components/sign-in/closed-link.tsx';
import { forgetLinkToken, useLinkToken } from '../../components/sign-in/link-token.ts';
import { NewPassword } from '../../components/sign-in/new-password.tsx';
import { strings } from '../../wording/strings.ts';

const words = { ...strings.welcome, ...strings.invitation };

export function InvitationPage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => showInvitation(token),
    enabled: token !== '',
  });
  const { workspace, role, email } = invitation.data ?? {};
  return (
    <AuthPage
      title={words.title}
      lead={
        workspace &&
        (session
          ? words.invitedAs(workspace.name, role!, session.user.email)
          : words.invited(workspace.name, role!, email!))
      }
      submit={words.submit}
      closed={
        (!token || (isProblem(invitation.error) && invitation.error.code === 'invalid_signature')) && (
          <ClosedLink
            reason={token ? strings.links.over : strings.links.incomplete}
            help={strings.links.newInvitation}
          />
        )
      }
      onSubmit={async ({ name, password }) => {
        await acceptInvitation({ token, ...(!session && { name: name!, password: password! }) });
        forgetLinkToken();
        await navigate({ to: '/' });
      }}
    >
      {!session && (
        <>
          <TextInput name="name" label={words.name} required maxLength={200} autoComplete="name" autoFocus />
          <NewPassword label={words.password} description={words.passwordHelp} />
        </>
      )}
    </AuthPage>
  );
}
