import { type Static, Type } from 'typebox';
import { Output } from './connection.ts';
import { closed } from './fields.ts';

export const aboutMetadata =
  'Your own data: up to 16 pairs of strings, returned with the job or run and in events.';

const Metadata = Type.Record(Type.String(), Type.String({ maxLength: 512 }), {
  propertyNames: Type.String({ minLength: 1, maxLength: 64 }),
  maxProperties: 16,
  description: aboutMetadata,
});

const retentionHours = Type.Integer({
  minimum: 1,
  maximum: 87_600,
  description:
    "How many hours the files are kept after the end, at most the plan's retention, which applies if this is left out.",
});

export const aboutDeletion =
  'Deletes all files, inputs too, as soon as every output was downloaded completely: each by itself, all in the zip, or as the response of a one-request call. Parts (`Range`) and interrupted downloads do not count. Files that are never downloaded are deleted when the retention ends.';

const callbackUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'An http or https address that is sent the event of the end, once, like a webhook: with the same signature headers, retries and log, and signed with the secret of `POST /callbacks/rotate`.',
});

/** Fields of new runs that do not change what is made. */
export const runSettings = {
  metadata: Type.Optional(Metadata),
  retentionHours: Type.Optional(retentionHours),
  deleteAfterDownload: Type.Optional(Type.Boolean({ description: aboutDeletion })),
  callbackUrl: Type.Optional(callbackUrl),
  output: Type.Optional(Output),
};

export const aboutReuse =
  'Returns the result of an earlier job at once if this workspace still has one of the same bytes, type, options and engine versions. It counts no operation and costs no credits; `result.reusedFrom` names the earlier job, whose files these are: they expire with it. Otherwise the job runs as usual. Jobs with write-only options such as a password are never reused.';

/** Fields of new jobs, merges and one-request calls that do not change what is made. */
export const jobSettings = {
  ...runSettings,
  reuse: Type.Optional(Type.Boolean({ description: aboutReuse })),
};

export const JobSettings = Type.Object(jobSettings, { additionalProperties: false });
export type JobSettings = Static<typeof JobSettings>;

export const ShownOutput = Type.Object(
  { connection: Type.String(), key: Type.String() },
  {
    ...closed,
    description: 'Where the result is also written: the id of a connection, and the template of a key.',
  },
);

/** The same settings as jobs and runs show them. Fields that were not given are left out, except for the metadata. */
export const shownSettings = {
  metadata: Type.Record(Type.String(), Type.String()),
  retentionHours: Type.Optional(Type.Integer()),
  deleteAfterDownload: Type.Optional(Type.Boolean()),
  callbackUrl: Type.Optional(Type.String()),
  output: Type.Optional(ShownOutput),
};
