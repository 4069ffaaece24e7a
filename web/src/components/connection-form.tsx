import type { Connection, NewConnection } from '@filemill/client';
import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../wording/strings.ts';
import { FormDialog } from './dialogs/form-dialog.tsx';

const words = strings.connections;

type Kind = NewConnection['kind'];
type Field = Exclude<keyof NewConnection, 'name' | 'kind'>;

const secrets: ReadonlySet<Field> = new Set([
  'secretAccessKey',
  'password',
  'privateKey',
  'passphrase',
  'token',
]);

/** The fields of each kind, in the order of the form. */
const fields: Record<Kind, { needed: Field[]; optional: Field[] }> = {
  s3: { needed: ['url', 'bucket', 'accessKeyId', 'secretAccessKey'], optional: ['region'] },
  webdav: { needed: ['url'], optional: ['username', 'password'] },
  sftp: { needed: ['url', 'username'], optional: ['hostKey', 'password', 'privateKey', 'passphrase'] },
  http: { needed: ['url'], optional: ['username', 'password', 'token'] },
  folder: { needed: ['path'], optional: [] },
};

const addressExamples: Record<Kind, string> = {
  s3: 'https://s3.eu-central-1.amazonaws.com',
  webdav: 'https://files.example.org/dav/',
  sftp: 'sftp://files.example.org/inbox',
  http: 'https://files.example.org/inbox/',
  folder: '',
};

function FieldInput({
  kind,
  field,
  required,
  connection,
}: {
  kind: Kind;
  field: Field;
  required: boolean;
  connection: Connection | undefined;
}) {
  const isSecret = secrets.has(field);
  const isEndpoint = kind === 's3' && field === 'url';
  const help = isEndpoint ? undefined : words.help[field];
  const shared = {
    name: field,
    label: isEndpoint ? words.endpoint : words.fields[field],
    placeholder: field === 'url' ? addressExamples[kind] : undefined,
    description: isSecret && connection ? words.secretStays : help,
    required: required && !(isSecret && connection),
    autoComplete: 'off',
  };
  if (field === 'privateKey') return <Textarea {...shared} autosize minRows={2} maxRows={6} />;
  if (isSecret) return <PasswordInput {...shared} />;
  return <TextInput {...shared} defaultValue={connection?.[field as keyof Connection]} />;
}

/** The fields of a new or existing connection. It is tested when it is saved. */
export function ConnectionForm({
  onClose,
  connection,
  onSubmit,
}: {
  onClose: () => void;
  connection?: Connection | undefined;
  onSubmit: (connection: NewConnection) => Promise<unknown>;
}) {
  const [kind, setKind] = useState<Kind>(connection?.kind ?? 's3');
  const { needed, optional } = fields[kind];
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={connection ? words.edit : words.create}
      lead={words.tested}
      submit={words.save}
      onSubmit={given => {
        const texts = [...needed, ...optional].flatMap(field => {
          const text = String(given.get(field) ?? '');
          const value = secrets.has(field) ? text : text.trim();
          return value === '' ? [] : [[field, value]];
        });
        return onSubmit({ name: String(given.get('name')).trim(), kind, ...Object.fromEntries(texts) });
      }}
    >
      <TextInput
        name="name"
        label={words.name}
        description={words.nameHelp}
        defaultValue={connection?.name}
        maxLength={64}
        required
        data-autofocus
      />
      <Select
        label={words.kind}
        data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={value => value && setKind(value as Kind)}
        allowDeselect={false}
        disabled={connection !== undefined}
      />
      {[...needed, ...optional].map(field => (
        <FieldInput
          key={`${kind}-${field}`}
          kind={kind}
          field={field}
          required={needed.includes(field)}
          connection={connection}
        />
      ))}
    </FormDialog>
  );
}
