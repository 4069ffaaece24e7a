import { Type } from 'typebox';
import { closed, time } from './fields.ts';

const resumableUrl = Type.Optional(
  Type.String({
    description:
      'Where the file can be sent piece by piece by tus, if that is another address than the one for PUT.',
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

export const UploadTarget = Type.Object(
  {
    index: Type.Integer(),
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
    description: 'A media type in plain ASCII; `application/octet-stream`: tell by the filename.',
  }),
};

/** An input of a new job: a file to come, or an artifact that is there already. */
export const inputFields = {
  filename: Type.Optional(FileEntry.filename),
  fileSize: Type.Optional(FileEntry.fileSize),
  contentType: Type.Optional(FileEntry.contentType),
  inputArtifactId: Type.Optional(
    Type.String({
      description:
        'A retained artifact, in place of `filename`, `fileSize` and `contentType`: nothing need be uploaded.',
    }),
  ),
};
export const NewInput = Type.Object(inputFields, { ...closed, 'x-name': 'NewInput' });
