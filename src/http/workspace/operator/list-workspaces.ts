import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { AllWorkspacesQuery } from '../../../contract/schemas/workspace.ts';
import { listAllWorkspaces } from '../../../domain/people/workspaces/all-workspaces.ts';
import type { App, Services } from '../../app.ts';
import { presentWorkspace } from '../workspaces/workspace.ts';

export function listAllWorkspacesRoute(app: App, { db }: Services): void {
  app.get(
    '/operator/workspaces',
    {
      config: { operator: true },
      schema: {
        operationId: 'listAllWorkspaces',
        summary: 'List all workspaces',
        description: 'For operators: all workspaces of the installation.',
        tags: ['Operator'],
        querystring: AllWorkspacesQuery,
        response: { 200: Type.Ref('WorkspaceList#'), ...describeErrors('validation_failed') },
      },
    },
    async ({ query }) => {
      const { workspaces, nextCursor } = await listAllWorkspaces(db, query);
      return { workspaces: workspaces.map(presentWorkspace), nextCursor };
    },
  );
}
