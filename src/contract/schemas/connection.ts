import { type Static, Type } from 'typebox';
import { closed, oneOf, time } from './fields.ts';

export const connectionKinds = ['s3', 'webdav', 'sftp', 'http', 'folder'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

const text = (description: string, maxLength = 255) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

const shown = {
  url: text(
    'S3: the endpoint. WebDAV, SFTP and HTTP: the address below which the files are, such as `sftp://files.example.org:22/inbox`.',
    2048,
  ),
  bucket: text('S3: the bucket.'),
  region: text('S3: the region, `us-east-1` if left out.'),
  accessKeyId: text('S3: the id of the access key.'),
  username: text('WebDAV, SFTP and HTTP: the user name.'),
  hostKey: text(
    'SFTP: the fingerprint of the key of the server, like `SHA256:…`, as `ssh-keygen -l` shows it. A server with another key is refused.',
    64,
  ),
  path: text(
    'Folder: its path on the machine, within one that the operator lists in CONNECTION_FOLDERS.',
    1024,
  ),
};

const name = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]*$',
  description: 'A name by which jobs refer to it: letters, digits, spaces, dots, underscores and hyphens.',
});

const kind = oneOf(connectionKinds, {
  description:
    's3: a bucket of an S3-compatible store. webdav: a folder of a WebDAV server. sftp: a folder of an SFTP server. http: an address that takes files by PUT. folder: a folder of the machine.',
});

export const NewConnection = Type.Object(
  {
    name,
    kind,
    ...shown,
    secretAccessKey: text('S3: the secret access key. It is stored encrypted and never shown.'),
    password: text('WebDAV, SFTP and HTTP: the password. It is stored encrypted and never shown.'),
    privateKey: text(
      'SFTP: a private key in OpenSSH or PEM format instead of a password. It is stored encrypted and never shown.',
      16_384,
    ),
    passphrase: text('SFTP: the passphrase of the private key. It is stored encrypted and never shown.'),
    token: text('HTTP: a bearer token instead of a password. It is stored encrypted and never shown.', 4096),
  },
  { ...closed, 'x-name': 'NewConnection' },
);
export type NewConnection = Static<typeof NewConnection>;

/** Secrets that are left out stay as they are, unless the address changes. */
export const ConnectionChange = Type.Partial(Type.Omit(NewConnection, ['kind']), {
  ...closed,
  'x-name': 'ConnectionChange',
});
export type ConnectionChange = Static<typeof ConnectionChange>;

export const Connection = Type.Object(
  { id: Type.String(), name: Type.String(), kind, ...shown, createdAt: time(), testedAt: time() },
  { ...closed, $id: 'Connection' },
);
export type Connection = Static<typeof Connection>;

export const ConnectionList = Type.Object(
  { connections: Type.Array(Type.Ref('Connection#')) },
  { ...closed, $id: 'ConnectionList' },
);

const connection = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The id or the name of a connection.',
});

/** The longest key of a file. */
export const keyLength = 1024;

const keyPattern = '^(?!/)(?!(.*/)?\\.{1,2}(/|$))(?!.*//)[^\\u0000-\\u001f\\\\]*[^/\\u0000-\\u001f\\\\]$';

/** A file of a connection. */
export const ConnectionFile = Type.Object(
  {
    connection,
    key: Type.String({
      minLength: 1,
      maxLength: keyLength,
      pattern: keyPattern,
      description:
        'The path of the file there, with slashes: no leading slash, no empty parts, no `.` or `..`.',
    }),
  },
  {
    ...closed,
    'x-name': 'ConnectionFile',
    description: 'A file of a connection of this workspace, which the service reads instead of an upload.',
  },
);

/** The files of a connection whose keys have a prefix. */
export const ConnectionFiles = Type.Object(
  {
    connection,
    prefix: Type.String({
      default: '',
      maxLength: 1024,
      pattern: '^(?!/)(?!(.*/)?\\.{1,2}(/|$))(?!.*//)[^\\u0000-\\u001f\\\\]*$',
      description: 'What the keys of the files begin with, such as `scans/2026/`.',
    }),
    pattern: Type.String({
      default: '**',
      minLength: 1,
      maxLength: 200,
      description:
        'The pattern that the rest of the key must match: `*` stands for any part of a name, `?` for one character, `**` for any folders, such as `**/*.pdf`.',
    }),
  },
  {
    ...closed,
    'x-name': 'ConnectionFiles',
    description: 'All files of a connection whose keys begin with a prefix and match a pattern.',
  },
);
export type ConnectionFiles = Static<typeof ConnectionFiles>;

/** The placeholders of a key, with what they stand for. */
export const keyPlaceholders = {
  name: 'the name of the file without its extension',
  ext: 'its extension',
  index: 'its number among the files of the job, from 1',
  date: 'the day of the completion, like 2026-11-18 (UTC)',
  id: 'the id of the job or the run',
} as const;

const listed = Object.entries(keyPlaceholders).map(([name, means]) => `\`{${name}}\` (${means})`);

export const aboutOutput =
  'A connection of this workspace to which every file of the result is also written. `result.delivered` lists what was written.';

/** The place where results are written. */
export const Output = Type.Object(
  {
    connection,
    key: Type.String({
      minLength: 1,
      maxLength: 512,
      pattern: keyPattern,
      description: `The path of the file there, with slashes: no leading slash, no empty parts, no \`.\` or \`..\`. Placeholders: ${listed.join(', ')}. An earlier file with the same key is replaced.`,
    }),
  },
  {
    ...closed,
    'x-name': 'Output',
    description: aboutOutput,
  },
);
export type Output = Static<typeof Output>;
