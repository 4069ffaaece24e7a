import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { RunListQuery } from '../../../contract/schemas/run.ts';
import { presentRun } from '../../../domain/work/recipes/present.ts';
import { listRuns } from '../../../domain/work/recipes/runs.ts';
import type { App, Services } from '../../app.ts';

export function listRunsRoute(app: App, services: Services): void {
  app.get(
    '/recipe-runs',
    {
      config: { readsList: true, scope: 'recipes:read', purpose: 'List recipe runs, newest first.' },
      schema: {
        operationId: 'listRuns',
        summary: 'List runs',
        description: 'Newest first. Pass the `nextCursor` of a page to get the next one.',
        tags: ['Recipes'],
        querystring: RunListQuery,
        response: { 200: Type.Ref('RunList#'), ...describeErrors('validation_failed') },
      },
    },
    async request => {
      const { rows, nextCursor } = await listRuns(services.db, request.caller.workspaceId, request.query);
      return { runs: rows.map(run => presentRun(run)), nextCursor };
    },
  );
}
