import type { Key } from '@filemill/client';
import { Button, Group } from '@mantine/core';
import { restoreKey, revokeKey } from '../../api/keys.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Cell, type Column, NameCell } from '../../components/rows/rows.tsx';
import { When } from '../../components/when/when.tsx';
import { attempt } from '../../undo/attempt.ts';
import { offerUndo } from '../../undo/undo.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.keys;

export const columns = [
  { title: words.name },
  { title: words.may },
  { title: words.lastUsed },
  { title: words.expires },
  { title: words.acts, kind: 'acts' },
] satisfies Column[];
const [, may, lastUsed, expires, acts] = columns as [Column, Column, Column, Column, Column];

const describeScopes = (scopes: Key['scopes']): string =>
  scopes.length === Object.keys(words.scopes).length
    ? words.everything
    : scopes.map(scope => words.scopes[scope].title).join(', ');

function Expiry({ item: { status, expiresAt, rotatedTo } }: { item: Key }) {
  if (status === 'revoked') return words.revoked;
  if (!expiresAt) return words.never;
  return (
    <>
      {rotatedTo && status === 'active' && `${words.replaced} `}
      <When time={expiresAt} />
    </>
  );
}

export function KeyRow({
  item,
  mayChange,
  onRotate,
}: {
  item: Key;
  mayChange: boolean;
  onRotate: () => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const revoke = () =>
    attempt(async () => {
      await revokeKey(workspaceId, item.id);
      offerUndo(words.revokedNow(item.name), () => restoreKey(workspaceId, item.id));
    });
  return (
    <tr {...((item.status !== 'active' || item.rotatedTo) && { 'data-quiet': true })}>
      <NameCell name={item.name} note={<code style={{ whiteSpace: 'nowrap' }}>fm_live_…{item.hint}</code>} />
      <Cell of={may}>{describeScopes(item.scopes)}</Cell>
      <Cell of={lastUsed}>{item.lastUsedAt ? <When time={item.lastUsedAt} /> : words.neverUsed}</Cell>
      <Cell of={expires}>
        <Expiry item={item} />
      </Cell>
      {mayChange && (
        <Cell of={acts}>
          {item.status === 'active' && (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              {!item.rotatedTo && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={onRotate}
                  aria-label={words.rotateOf(item.name)}
                >
                  {words.rotate}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                onClick={revoke}
                aria-label={words.revokeOf(item.name, item.hint)}
              >
                {words.revoke}
              </Button>
            </Group>
          )}
        </Cell>
      )}
    </tr>
  );
}
