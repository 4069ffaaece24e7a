import type { Member, Role } from '@filemill/client';
import { Button, Select } from '@mantine/core';
import { changeRole, removeMember } from '../../api/members.ts';
import { useSession } from '../../api/session/session.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { Cell, type Column, NameCell } from '../../components/rows/rows.tsx';
import { When } from '../../components/when/when.tsx';
import { attempt } from '../../undo/attempt.ts';
import { removeUnlessUndone } from '../../undo/hidden.ts';
import { offerUndo } from '../../undo/undo.tsx';
import { strings } from '../../wording/strings.ts';
import { listRoleChoices } from './roles.ts';

const words = strings.members;

export const columns = [
  { title: words.name },
  { title: words.role },
  { title: words.joined },
  { title: words.acts, kind: 'acts' },
] satisfies Column[];
const [, roleColumn, joined, acts] = columns as [Column, Column, Column, Column];

/** Only owners can change and remove owners; everybody except the last owner may leave. */
export function MemberRow({ member, isLastOwner }: { member: Member; isLastOwner: boolean }) {
  const { id: workspaceId, name: workspace } = useWorkspace();
  const { user } = useSession();
  const isAdmin = useMay('admin');
  const isOwner = useMay('owner');
  const { userId, name, role } = member;
  const isMe = userId === user.id;
  const mayChange = !isLastOwner && (isOwner || (isAdmin && role !== 'owner'));
  const setRole = (next: Role) =>
    attempt(async () => {
      await changeRole(workspaceId, userId, next);
      offerUndo(words.isNow(name, words.roles[next].title), () => changeRole(workspaceId, userId, role));
    });
  const remove = () =>
    removeUnlessUndone(userId, isMe ? words.left(workspace) : words.removed(name), () =>
      removeMember(workspaceId, userId),
    );
  return (
    <tr>
      <NameCell name={isMe ? words.you(name) : name} note={member.email} />
      <Cell of={roleColumn}>
        {mayChange ? (
          <Select
            size="xs"
            w={128}
            aria-label={words.roleOf(name)}
            data={listRoleChoices(isOwner)}
            value={role}
            onChange={next => next && next !== role && void setRole(next as Role)}
            allowDeselect={false}
          />
        ) : (
          words.roles[role].title
        )}
      </Cell>
      <Cell of={joined}>
        <When time={member.joinedAt} />
      </Cell>
      <Cell of={acts}>
        {(mayChange || (isMe && !isLastOwner)) && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={remove}
            aria-label={isMe ? words.leave : words.removeOf(name)}
          >
            {isMe ? words.leave : words.remove}
          </Button>
        )}
      </Cell>
    </tr>
  );
}
