import type { Invitation } from '@filemill/client';
import { Button } from '@mantine/core';
import { revokeInvitation } from '../../api/members.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Cell, type Column, NameCell } from '../../components/rows/rows.tsx';
import { When } from '../../components/when/when.tsx';
import { removeUnlessUndone } from '../../undo/hidden.ts';
import { strings } from '../../wording/strings.ts';

const words = strings.members;

export const columns = [
  { title: words.email },
  { title: words.role },
  { title: words.expires },
  { title: words.acts, kind: 'acts' },
] satisfies Column[];
const [, role, expires, acts] = columns as [Column, Column, Column, Column];

export function InvitationRow({ invitation, mayChange }: { invitation: Invitation; mayChange: boolean }) {
  const { id: workspaceId } = useWorkspace();
  const { id, email } = invitation;
  return (
    <tr>
      <NameCell name={email} />
      <Cell of={role}>{words.roles[invitation.role].title}</Cell>
      <Cell of={expires}>
        <When time={invitation.expiresAt} />
      </Cell>
      {mayChange && (
        <Cell of={acts}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={words.withdrawOf(email)}
            onClick={() =>
              removeUnlessUndone(id, words.withdrawn(email), () => revokeInvitation(workspaceId, id))
            }
          >
            {words.withdraw}
          </Button>
        </Cell>
      )}
    </tr>
  );
}
