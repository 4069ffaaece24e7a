import { type Static, Type } from 'typebox';
import { closed, time } from './fields.ts';
import { FileEntry, Upload } from './upload.ts';

export const NewArtifact = Type.Object(FileEntry, { ...closed, 'x-name': 'NewArtifact' });
export type NewArtifact = Static<typeof NewArtifact>;

export const Artifact = Type.Object(
  {
    id: Type.String(),
    jobId: Type.Optional(Type.String({ description: 'The job that it is an input or output of.' })),
    role: Type.String({
      enum: ['input', 'output', 'upload'],
      description: 'An input or output of a job; `upload`: a file that was uploaded separately.',
    }),
    index: Type.Integer(),
    filename: Type.String(),
    contentType: Type.String(),
    size: Type.Integer(),
    uploaded: Type.Boolean({ description: 'Whether it has been uploaded.' }),
    sha256: Type.Optional(Type.String()),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    createdAt: time(),
    expiresAt: Type.Optional(time()),
    uploadUrl: Type.Optional(
      Type.String({ description: 'Present while it can be uploaded, for callers who may write jobs.' }),
    ),
    upload: Type.Optional(Upload),
    downloadUrl: Type.Optional(Type.String()),
    downloadUrlExpiresAt: Type.Optional(time()),
  },
  { ...closed, $id: 'Artifact' },
);
export type Artifact = Static<typeof Artifact>;
