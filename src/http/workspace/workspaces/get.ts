import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { getWorkspace } from '../../../domain/people/workspaces/workspaces.ts';
import type { App, Services } from '../../app.ts';
import { presentWorkspace } from './workspace.ts';

export function getWorkspaceRoute(app: App, { db }: Services): void {
  app.get(
    '/',
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getWorkspace',
        summary: 'Fetch a workspace',
        description: 'Includes the plan, the limits and your role.',
        tags: ['Workspaces'],
        response: { 200: Type.Ref('Workspace#'), ...describeErrors('not_found') },
      },
    },
    async ({ access }) => presentWorkspace(await getWorkspace(db, access)),
  );
}
