import type { Workspace } from '@filemill/client';
import { Button, Group, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { adoptWorkspace, setPlan } from '../../../api/operator.ts';
import { Cell, type Column, NameCell } from '../../../components/rows/rows.tsx';
import { When } from '../../../components/when/when.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { offerUndo } from '../../../undo/undo.tsx';
import { strings } from '../../../wording/strings.ts';

const words = strings.system;

export const columns = [
  { title: words.workspace },
  { title: words.members, kind: 'figure' },
  { title: words.plan },
  { title: words.since },
  { title: words.acts, kind: 'acts' },
] satisfies Column[];
const [, members, planColumn, since, acts] = columns as [Column, Column, Column, Column, Column];

export function WorkspaceRow({
  workspace: { id, name, plan, members: count, createdAt },
  plans,
  onGrant,
}: {
  workspace: Workspace;
  plans: string[];
  onGrant: () => void;
}) {
  const change = (next: string) =>
    attempt(async () => {
      await setPlan(id, next);
      offerUndo(words.onPlan(name, next), () => setPlan(id, plan));
    });
  const adopt = () =>
    attempt(async () => {
      await adoptWorkspace(id);
      notifications.show({ message: words.adopted(name) });
    });
  return (
    <tr>
      <NameCell name={name} note={<code>{id}</code>} />
      <Cell of={members}>{count ?? 0}</Cell>
      <Cell of={planColumn}>
        <Select
          size="xs"
          w={128}
          aria-label={words.planOf(name)}
          data={plans}
          value={plan}
          onChange={next => next && next !== plan && void change(next)}
          allowDeselect={false}
        />
      </Cell>
      <Cell of={since}>
        <When time={createdAt} />
      </Cell>
      <Cell of={acts}>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {count === 0 && (
            <Button size="compact-sm" variant="subtle" onClick={adopt} aria-label={words.adoptOf(name)}>
              {words.adopt}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={onGrant} aria-label={words.grantTo(name)}>
            {words.grant}
          </Button>
        </Group>
      </Cell>
    </tr>
  );
}
