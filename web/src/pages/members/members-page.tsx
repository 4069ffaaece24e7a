import type { CreatedInvitation } from '@filemill/client';
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { invitationsQuery, membersQuery } from '../../api/members.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { useNewDialog } from '../../components/dialogs/use-new-dialog.ts';
import { LoadError } from '../../components/load-error.tsx';
import { Page } from '../../components/page.tsx';
import { Rows } from '../../components/rows/rows.tsx';
import { SecretDialog } from '../../components/secret/secret-dialog.tsx';
import { useHidden } from '../../undo/hidden.ts';
import { formatExactly } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import { InvitationRow, columns as invitationColumns } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow, columns as memberColumns } from './member-row.tsx';

const words = strings.members;

function Invitations() {
  const { id } = useWorkspace();
  const mayChange = useMay('admin');
  const { data } = useQuery(invitationsQuery(id));
  const hidden = useHidden();
  const open = data?.filter(invitation => !hidden.has(invitation.id)) ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-label={words.invitations}>
      <Title order={2} mt="xl" mb="xs">
        {words.invitations}
      </Title>
      <Text c="dimmed" mb="xs">
        {words.invitationsLead}
      </Text>
      <Rows
        caption={words.invitations}
        columns={mayChange ? invitationColumns : invitationColumns.slice(0, -1)}
      >
        {open.map(invitation => (
          <InvitationRow key={invitation.id} invitation={invitation} mayChange={mayChange} />
        ))}
      </Rows>
    </section>
  );
}

export function MembersPage() {
  const { id, name } = useWorkspace();
  const mayChange = useMay('admin');
  const { data, error, refetch } = useQuery(membersQuery(id));
  const [inviting, setInviting] = useNewDialog();
  const [created, setCreated] = useState<CreatedInvitation>();
  const hidden = useHidden();
  const owners = data?.filter(({ role }) => role === 'owner').length;
  const members = data?.filter(({ userId }) => !hidden.has(userId));
  return (
    <Page
      title={words.title}
      lead={words.lead(name)}
      actions={
        mayChange && (
          <Button leftSection={<UserPlus size={16} />} onClick={() => setInviting(true)}>
            {words.invite}
          </Button>
        )
      }
    >
      {error && <LoadError error={error} onRetry={refetch} />}
      {!members && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {members && (
        <Rows caption={words.title} columns={memberColumns}>
          {members.map(member => (
            <MemberRow
              key={member.userId}
              member={member}
              isLastOwner={member.role === 'owner' && owners === 1}
            />
          ))}
        </Rows>
      )}
      {members?.length === 1 && (
        <Text c="dimmed" mt="md">
          {words.alone}
        </Text>
      )}
      <Invitations />
      <InviteDialog
        opened={inviting}
        onClose={() => setInviting(false)}
        onInvited={invitation => {
          setInviting(false);
          setCreated(invitation);
        }}
      />
      {created && (
        <SecretDialog
          title={words.linkTitle(created.email)}
          name={words.theLink}
          value={created.link}
          lead={words.linkLead(formatExactly(created.expiresAt))}
          kept={words.linkKept}
          onDone={() => setCreated(undefined)}
        />
      )}
    </Page>
  );
}
