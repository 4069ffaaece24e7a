import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { FileListQuery } from '../../../contract/schemas/result.ts';
import { listFiles } from '../../../domain/work/jobs/files.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function listFilesRoute(app: App, services: Services): void {
  app.get(
    '/jobs/:id/files',
    {
      config: {
        readsList: true,
        scope: 'jobs:read',
        purpose: 'List the files of a completed job, with download URLs.',
      },
      schema: {
        operationId: 'listFiles',
        summary: "List a job's files",
        description:
          'Lists the files in the order of `index`. A page may have fewer files than `limit`, because the size of a response is limited: continue while there is a `nextCursor`.',
        tags: ['Jobs'],
        params: JobParams,
        querystring: FileListQuery,
        response: {
          200: Type.Ref('FileList#'),
          ...describeErrors('validation_failed', 'invalid_state', 'job_not_found'),
        },
      },
    },
    async request =>
      listFiles(
        services.db,
        request.caller,
        request.params.id,
        request.query,
        makeSigning(request, services),
      ),
  );
}
