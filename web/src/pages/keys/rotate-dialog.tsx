import type { Key } from '@filemill/client';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { rotateKey } from '../../api/keys.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { sayExactly } from '../../components/format.ts';
import { overlapChoices } from '../../components/overlap.ts';
import { strings } from '../../strings.ts';
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
  const [overlap, setOverlap] = useState<string | null>('86400');
  return (
    <FormDialog
      opened={rotating !== undefined}
      onClose={onClose}
      title={words.rotateOf(rotating?.name ?? '')}
      lead={words.rotateLead}
      submit={words.rotate}
      onSubmit={async () => {
        const { hint, scopes } = rotating!;
        const ends = new Date(Date.now() + Number(overlap) * 1000).toISOString();
        const { key } = await rotateKey(id, rotating!.id, Number(overlap));
        onRotated({ secret: key, scopes, replaces: { hint, until: sayExactly(ends) } });
      }}
    >
      <Select
        label={words.overlap}
        data={overlapChoices}
        value={overlap}
        onChange={setOverlap}
        allowDeselect={false}
      />
    </FormDialog>
  );
}
