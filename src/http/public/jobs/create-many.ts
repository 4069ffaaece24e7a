import { Type } from 'typebox';
import { AutoStart } from '../../../contract/schemas/job.ts';
import { jobSettings } from '../../../contract/schemas/job-settings.ts';
import { NewInput } from '../../../contract/schemas/upload.ts';
import { countFiles } from '../../../jobs/input-files.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { nameOptions, toPascalCase } from '../../openapi/names.ts';
import { createFromRequest, creationSchema } from './create-from-request.ts';
import { readFiles } from './read-file.ts';

/** Registers the endpoints that job types have of their own, besides `POST /jobs`. */
export function createManyRoutes(app: App, services: Services): void {
  for (const job of services.jobTypes.values())
    if (job.endpoint) createManyRoute(app, services, job, job.endpoint);
}

function createManyRoute(app: App, services: Services, job: JobType, endpoint: string): void {
  const { least, most } = countFiles(job);
  const roles = job.roles?.map(({ name, title }) => `${name}: ${title}`).join(' ');
  const count = { minItems: least, maxItems: Math.min(most, limits.jobInputs) };
  const Body = Type.Object(
    {
      files: Type.Array(NewInput, {
        ...count,
        description: roles ? `In this order. ${roles}` : 'In the order they are taken in.',
      }),
      options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      autoStart: Type.Optional(AutoStart),
      ...jobSettings,
    },
    { additionalProperties: false },
  );
  app.post(
    `/${endpoint}`,
    {
      config: {
        scope: 'jobs:write',
        purpose: `Create a job of several files: ${job.title}. Returns one signed upload URL per input and one shared job id.`,
      },
      bodyLimit: limits.filesBodyBytes,
      schema: {
        operationId: `create${toPascalCase(endpoint)}`,
        summary: `Create a job: ${job.title}`,
        description:
          'Creates one job for several files, which are merged in the given order. Upload each file to its URL in `uploads`, and then start the job. With `autoStart`, it starts when the last file has arrived. Repeating the request with the same `Idempotency-Key` returns the job that was created the first time.',
        tags: ['Jobs'],
        ...creationSchema,
        body: Body,
        'x-body': Type.Object({
          files: Type.Array(NewInput, count),
          options: Type.Optional(nameOptions(job)),
          autoStart: Type.Optional(AutoStart),
          ...jobSettings,
        }),
      } as object & { body: typeof Body },
    },
    async (request, reply) => {
      const { options = {} } = request.body;
      const files = readFiles(job, request.body.files);
      return createFromRequest(request, reply, services, { type: job.id, options, files, scope: endpoint });
    },
  );
}
