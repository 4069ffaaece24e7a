import { Type } from 'typebox';
import { invalid } from '../../../contract/errors.ts';
import { AutoStart } from '../../../contract/schemas/job.ts';
import { jobSettings } from '../../../contract/schemas/job-settings.ts';
import { inputFields, NewInput } from '../../../contract/schemas/upload.ts';
import { countFiles, takesSeveral } from '../../../jobs/input-files.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { limits } from '../../../settings/limits.ts';
import { nameOptions, toPascalCase } from '../../openapi/names.ts';
import { readFile, readFiles } from './read-file.ts';

const closed = { additionalProperties: false } as const;

const nameNewJob = ({ id }: JobType): string => `New${toPascalCase(id)}Job`;

/** Describes the inputs of a job type: one file, a list of files, or either. */
function describeInputs(job: JobType) {
  const { least, most } = countFiles(job);
  const list = Type.Array(NewInput, { minItems: least, maxItems: Math.min(most, limits.jobInputs) });
  return {
    ...(least === 1 && inputFields),
    ...(takesSeveral(job) && { files: least === 1 ? Type.Optional(list) : list }),
  };
}

/** Describes the body of a new job: as requests are checked, and as the reference shows it. */
export function describeNewJob(jobTypes: JobTypes) {
  const types = [...jobTypes.values()];
  const common = {
    ...jobSettings,
    autoStart: Type.Optional(AutoStart),
  };
  const Body = Type.Object(
    {
      type: Type.String({ minLength: 1, maxLength: 64 }),
      ...inputFields,
      files: Type.Optional(
        Type.Array(NewInput, {
          minItems: 1,
          maxItems: limits.jobInputs,
          description: 'The files of a job type that takes several, instead of the fields of one file.',
        }),
      ),
      ...common,
      options: Type.Record(Type.String(), Type.Unknown(), {
        default: {},
        description: "The job type's own options.",
      }),
    },
    closed,
  );
  /** The body as the reference shows it: one schema per job type. Validation uses the same schemas, one at a time. */
  const Documented = {
    oneOf: types.map(job =>
      Type.Object(
        { type: Type.Literal(job.id), ...describeInputs(job), ...common, options: nameOptions(job) },
        { ...closed, title: job.title, 'x-name': nameNewJob(job) },
      ),
    ),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(types.map(job => [job.id, `#/components/schemas/${nameNewJob(job)}`])),
    },
  };
  return { Body, Documented };
}

type NewJobFiles = Parameters<typeof readFile>[0] & { files?: Parameters<typeof readFiles>[1] };

/** Reads the input files of a new job, which are listed in `files` or given by the fields of one file. */
export function readInputs(job: JobType, body: NewJobFiles): ReturnType<typeof readFiles> {
  if (body.files && Object.keys(inputFields).some(name => name in body))
    throw invalid('files', 'Give either `files` or the fields of one file.');
  return body.files ? readFiles(job, body.files) : readSingle(job, body);
}

/** Reads the input of a job of one file. Refuses a job type that needs more. */
function readSingle(job: JobType, body: Parameters<typeof readFile>[0]): ReturnType<typeof readFiles> {
  if (countFiles(job).least > 1) {
    const roles = job.roles?.map(({ name }) => name).join(', ');
    const where = job.endpoint ? `, here or in POST /${job.endpoint}` : '';
    throw invalid(
      'files',
      `${job.id} takes several files: list them in \`files\`${roles ? ` with their roles (${roles})` : where}.`,
    );
  }
  return { files: [readFile(body)], at: () => 'contentType' };
}
