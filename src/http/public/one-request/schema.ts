import { type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../../../contract/errors.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { OwnQuery } from './request.ts';
import { settingFields } from './settings.ts';

const binary = Type.String({ format: 'binary' });

/** This schema is for the reference only. Options are validated against the schema of their job type. */
const body = {
  content: {
    'multipart/form-data': {
      schema: Type.Object(
        {
          file: Type.String({
            format: 'binary',
            description:
              'The file; several for a job type that takes several, in their order, or each in a field named after its role, like `stamp`.',
          }),
          options: Type.Optional(
            Type.String({ description: 'Options that are lists or objects, as one JSON object.' }),
          ),
          inputUrl: OwnQuery.properties.inputUrl,
          onTimeout: OwnQuery.properties.onTimeout,
          ...settingFields,
        },
        { additionalProperties: Type.String({ description: 'An option by its name.' }) },
      ),
    },
    '*/*': { schema: binary },
  },
};

/** Describes the answers: the result, or the job or run. */
const describeAnswers = (what: 'Job#' | 'RecipeRun#', ...codes: ErrorCode[]) => ({
  200: {
    description: `The output; several as a zip. With \`Accept: application/json\` the ${what === 'Job#' ? 'job' : 'run'}. \`X-Job-Id\` and, for one output, \`X-Artifact-Id\` name them; \`X-Warnings\` has the codes of \`result.warnings\`.`,
    content: { 'application/json': { schema: Type.Ref(what) }, '*/*': { schema: binary } },
  } as unknown as TSchema,
  202: {
    description: 'Not done within `wait`: it is found at `Location`. With `onTimeout=fail` this is a 504.',
    content: { 'application/json': { schema: Type.Ref(what) } },
  } as unknown as TSchema,
  ...describeErrors(
    'validation_failed',
    'invalid_file_type',
    'invalid_state',
    'idempotency_conflict',
    'file_too_large',
    'batch_too_large',
    'unsupported_media_type',
    'processing_failed',
    'quota_exceeded',
    'not_done_yet',
    ...codes,
  ),
});

const headers = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: 'The options and the bytes must be the same again.' }),
  ),
  prefer: Type.Optional(Type.String({ description: '`respond-async`: answer 202 with the job at once.' })),
});

const how =
  'Send `multipart/form-data` with the file in the field `file` and options as further fields, or the bytes as they are with the options in the query and the name in `filename` or `Content-Disposition`, or no file and its address in `inputUrl`. Options that are no plain values go as JSON into `options`. The job is one like any other: listed, kept and counted, also when the caller goes away.';

const documentSchema = (schema: object) =>
  ({
    ...schema,
    'x-body': body,
    'x-query': Type.Object({ ...OwnQuery.properties, ...settingFields }),
  }) as object;

export const runSchema = (jobTypes: JobTypes) =>
  documentSchema({
    tags: ['Jobs'],
    headers,
    response: describeAnswers('Job#', 'job_not_found'),
    operationId: 'run',
    summary: 'Run a job in one request',
    description: how,
    params: Type.Object({ jobType: Type.String({ enum: [...jobTypes.keys()] }) }),
  });

export const convertSchema = () =>
  documentSchema({
    tags: ['Jobs'],
    headers,
    response: describeAnswers('Job#', 'job_not_found'),
    operationId: 'convert',
    summary: 'Convert a file in one request',
    description: `The job type follows from the format of the file. ${how}`,
    params: Type.Object({
      outputFormat: Type.String({ description: 'A format, like `pdf`, or an extension of it.' }),
    }),
  });

export const runRecipeSchema = () =>
  documentSchema({
    tags: ['Recipes'],
    headers,
    response: describeAnswers('RecipeRun#', 'recipe_not_found'),
    operationId: 'runRecipe',
    summary: 'Run a recipe in one request',
    description:
      'Send the file as `multipart/form-data` in the field `file`, as it is, or its address in `inputUrl`. The response is the output of the last step, with `X-Run-Id`. The file is stored like a separately uploaded one.',
    params: Type.Object({ id: Type.String() }),
  });
