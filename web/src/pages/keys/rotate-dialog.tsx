import type { Key } from '@filemill/client';
import { rotateKey } from '../../api/keys.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { OverlapDialog } from '../../components/dialogs/overlap-dialog.tsx';
import { formatExactly } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import type { ShownKey } from './shown-once.tsx';

const words = strings.keys;

export function RotateDialog({
  rotating,
  onClose,
  onRotated,
}: {
  rotating: Key | undefined;
  onClose: () => void;
  onRotated: (key: ShownKey) => void;
}) {
  const { id } = useWorkspace();
  return (
    <OverlapDialog
      opened={rotating !== undefined}
      onClose={onClose}
      title={words.rotateOf(rotating?.name ?? '')}
      lead={words.rotateLead}
      label={words.overlap}
      submit={words.rotate}
      onSubmit={async seconds => {
        const { hint, scopes } = rotating!;
        const ends = new Date(Date.now() + seconds * 1000).toISOString();
        const { key } = await rotateKey(id, rotating!.id, seconds);
        onRotated({ secret: key, scopes, replaces: { hint, until: formatExactly(ends) } });
      }}
    />
  );
}
