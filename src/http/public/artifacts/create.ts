import { Type } from 'typebox';
import { NewArtifact } from '../../../contract/schemas/artifact.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { presentAwaited } from '../../../domain/files/artifacts/read.ts';
import { createArtifact } from '../../../domain/work/jobs/create-artifact.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function createArtifactRoute(app: App, services: Services): void {
  app.post(
    '/artifacts',
    {
      config: {
        scope: 'jobs:write',
        purpose: 'Upload a file separately, for recipe runs and jobs. Returns one signed upload URL.',
      },
      schema: {
        operationId: 'createArtifact',
        summary: 'Create an artifact',
        description:
          'PUT the bytes to `uploadUrl`, or send them in parts with tus. Then pass the `id` as `inputArtifactId` to `POST /jobs` or `POST /recipes/:id/runs`. An artifact that is not used expires like a job that is never started; once used, it is stored as long as results are.',
        tags: ['Artifacts'],
        body: NewArtifact,
        response: {
          201: Type.Ref('Artifact#'),
          ...describeErrors('validation_failed', 'invalid_file_type', 'file_too_large', 'quota_exceeded'),
        },
      },
    },
    async (request, reply) => {
      const { db } = services;
      const artifact = await createArtifact(db, request.caller, request.body, limits.neverStartedHours);
      return reply.code(201).send(presentAwaited(artifact, makeSigning(request, services)));
    },
  );
}
