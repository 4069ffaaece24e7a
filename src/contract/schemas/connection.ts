import { type Static, Type } from 'typebox';
import { closed, oneOf, time } from './fields.ts';

export const connectionKinds = ['s3', 'webdav', 'http', 'folder'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

const text = (description: string, maxLength = 255) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

const shown = {
  url: text('S3: the endpoint. WebDAV and HTTP: the address below which the files are.', 2048),
  bucket: text('S3: the bucket.'),
  region: text('S3: the region, `us-east-1` if left out.'),
  accessKeyId: text('S3: the id of the access key.'),
  username: text('WebDAV and HTTP: the user name.'),
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
    's3: a bucket of an S3-compatible store. webdav: a folder of a WebDAV server. http: an address that takes files by PUT. folder: a folder of the machine.',
});

export const NewConnection = Type.Object(
  {
    name,
    kind,
    ...shown,
    secretAccessKey: text('S3: the secret access key. It is stored encrypted and never shown.'),
    password: text('WebDAV and HTTP: the password. It is stored encrypted and never shown.'),
    token: text('HTTP: a bearer token instead of a password. It is stored encrypted and never shown.', 4096),
  },
  { ...closed, 'x-name': 'NewConnection' },
);
export type NewConnection = Static<typeof NewConnection>;

export const Connection = Type.Object(
  { id: Type.String(), name: Type.String(), kind, ...shown, createdAt: time(), testedAt: time() },
  { ...closed, $id: 'Connection' },
);
export type Connection = Static<typeof Connection>;

export const ConnectionList = Type.Object(
  { connections: Type.Array(Type.Ref('Connection#')) },
  { ...closed, $id: 'ConnectionList' },
);

/** A file of a connection. */
export const ConnectionFile = Type.Object(
  {
    connection: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The id or the name of a connection.',
    }),
    key: Type.String({
      minLength: 1,
      maxLength: 1024,
      pattern: '^(?!/)(?!(.*/)?\\.{1,2}(/|$))(?!.*//)[^\\u0000-\\u001f\\\\]*[^/\\u0000-\\u001f\\\\]$',
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
