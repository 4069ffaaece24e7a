import { Type } from 'typebox';
import { ApiError } from '../../../contract/errors.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { readArtifact } from '../../../domain/files/artifacts/read.ts';
import { takeArrivedArtifacts } from '../../../domain/files/uploads/direct-transfers.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function getArtifactRoute(app: App, services: Services): void {
  app.get(
    '/artifacts/:id',
    {
      config: { scope: 'jobs:read', purpose: 'Fetch a retained file: an input or an output of a job.' },
      schema: {
        operationId: 'getArtifact',
        summary: 'Fetch an artifact',
        description:
          'Returns a stored file with a URL to download it, or to upload it as long as it has not arrived.',
        tags: ['Artifacts'],
        params: JobParams,
        response: { 200: Type.Ref('Artifact#'), ...describeErrors('artifact_not_found') },
      },
    },
    async request => {
      await takeArrivedArtifacts(services, request.caller, [request.params.id]).catch(error => {
        // The file that was sent is not what was declared, so the artifact has no bytes yet.
        if (!(error instanceof ApiError)) throw error;
      });
      return readArtifact(services.db, request.caller, request.params.id, makeSigning(request, services));
    },
  );
}
