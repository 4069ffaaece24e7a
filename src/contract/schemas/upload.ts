import { Type } from 'typebox';
import { ConnectionFile } from './connection.ts';
import { closed, time } from './fields.ts';

const resumableUrl = Type.Optional(
  Type.String({
    description: 'The URL for a resumable upload with tus, if it differs from the one for PUT.',
  }),
);

export const Upload = Type.Object(
  {
    method: Type.Literal('PUT'),
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    resumableUrl,
    expiresAt: time(),
  },
  { ...closed, 'x-name': 'Upload' },
);

/** The role of an input, if its job type has roles. */
export const role = Type.Optional(Type.String({ description: 'Its role, if the job type has roles.' }));

export const UploadTarget = Type.Object(
  {
    index: Type.Integer(),
    role,
    filename: Type.String(),
    uploadUrl: Type.String(),
    method: Type.Literal('PUT'),
    headers: Type.Record(Type.String(), Type.String()),
    resumableUrl,
    expiresAt: time(),
  },
  { ...closed, 'x-name': 'UploadTarget' },
);

/** A name, not a path: no separators, no control characters. */
export const Filename = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^(?!\\.{1,2}$)[^/\\\\\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$',
  description: 'A name, not a path: no slashes, no control characters, not `.` or `..`.',
});

export const FileEntry = {
  filename: Filename,
  fileSize: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Bytes.' }),
  contentType: Type.String({
    minLength: 1,
    maxLength: 255,
    // It is sent as a header with the upload and with downloads.
    pattern: '^[\\x20-\\x7e]+$',
    description: 'A media type in plain ASCII; with `application/octet-stream`, the filename decides.',
  }),
};

/** The address of a file that the service fetches. */
export const InputUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^[hH][tT][tT][pP][sS]?://[^\\s/@]+([/?#]\\S*)?$',
  description:
    'An http or https address, from which the service fetches the file instead of an upload. `filename` and `contentType` are optional then: the address, the response and the content decide.',
});

/** An input of a new job: a file to be uploaded, or an existing artifact. */
export const inputFields = {
  filename: Type.Optional(FileEntry.filename),
  fileSize: Type.Optional(FileEntry.fileSize),
  contentType: Type.Optional(FileEntry.contentType),
  inputArtifactId: Type.Optional(
    Type.String({
      description:
        'A retained artifact instead of `filename`, `fileSize` and `contentType`. Nothing needs to be uploaded.',
    }),
  ),
  inputUrl: Type.Optional(InputUrl),
  input: Type.Optional(ConnectionFile),
};
export const NewInput = Type.Object(
  {
    ...inputFields,
    role: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'Its role, as `GET /job-types` lists them. Without it, the files take the roles in order.',
      }),
    ),
  },
  { ...closed, 'x-name': 'NewInput' },
);
