import type { Key } from '@filemill/client';
import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { createKey } from '../../api/keys.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { strings } from '../../wording/strings.ts';
import type { ShownKey } from './shown-once.tsx';

const words = strings.keys;
const scopes = Object.keys(words.scopes) as Key['scopes'];
/** Webhooks and connections exchange data with other places, so their permissions are ticked by the person. */
const defaultScopes = scopes.filter(scope => !/^(webhooks|connections):/.test(scope));
const dayMs = 86_400_000;

export function CreateDialog({
  opened,
  onClose,
  onCreated,
}: {
  opened: boolean;
  onClose: () => void;
  onCreated: (key: ShownKey) => void;
}) {
  const { id } = useWorkspace();
  const [until, setUntil] = useState('never');
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={words.create}
      submit={words.create}
      onSubmit={async fields => {
        const chosen = fields.getAll('scopes') as Key['scopes'];
        if (chosen.length === 0) throw new Error(words.noScope);
        const date = String(fields.get('date') ?? '');
        const expiresAt =
          until === 'never'
            ? undefined
            : until === 'date'
              ? new Date(`${date}T23:59:59`).toISOString()
              : new Date(Date.now() + Number(until) * dayMs).toISOString();
        const { key } = await createKey(id, {
          name: String(fields.get('name')),
          scopes: chosen,
          ...(expiresAt && { expiresAt }),
        });
        setUntil('never');
        onCreated({ secret: key, scopes: chosen });
      }}
    >
      <TextInput
        name="name"
        label={words.name}
        description={words.nameHelp}
        required
        maxLength={200}
        data-autofocus
      />
      <Checkbox.Group label={words.may} defaultValue={defaultScopes}>
        <Stack gap="xs" mt="xs">
          {scopes.map(scope => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              label={words.scopes[scope].title}
              description={words.scopes[scope].help}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={words.expiry}
        data={Object.entries(words.expiries).map(([value, label]) => ({ value, label }))}
        value={until}
        onChange={value => setUntil(value ?? 'never')}
        allowDeselect={false}
      />
      {until === 'date' && (
        <TextInput
          name="date"
          type="date"
          label={words.expiryDate}
          required
          min={new Date().toISOString().slice(0, 10)}
        />
      )}
    </FormDialog>
  );
}
