import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams, WaitQuery } from '../../../contract/schemas/job.ts';
import { presentGoldenFile } from '../../../domain/work/golden-files/present.ts';
import { findGoldenFile } from '../../../domain/work/golden-files/rows.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';
import { waitFor } from '../../plugins/wait.ts';

export function getGoldenFileRoute(app: App, services: Services): void {
  app.get(
    '/golden-files/:id',
    {
      config: { scope: 'recipes:read', purpose: 'Fetch a golden file with its last check.' },
      schema: {
        operationId: 'getGoldenFile',
        summary: 'Fetch a golden file',
        description:
          'Returns the golden file with the outcome of its last check. With `wait`, the response is sent when no check is pending or the time is up.',
        tags: ['Recipes'],
        params: JobParams,
        querystring: WaitQuery,
        response: {
          200: Type.Ref('GoldenFile#'),
          ...describeErrors('validation_failed', 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { wait = 0 } = request.query;
      const read = async () => {
        const row = await findGoldenFile(services.db, request.caller.workspaceId, id);
        return { row, status: row.check_status === 'pending' ? 'queued' : 'completed' };
      };
      const { row } = wait > 0 ? await waitFor(request, reply, services, id, read, wait) : await read();
      return presentGoldenFile(services, row, makeSigning(request, services));
    },
  );
}
