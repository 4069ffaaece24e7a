import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { RenamedWorkspace } from '../../../contract/schemas/workspace.ts';
import { getWorkspace, renameWorkspace } from '../../../domain/people/workspaces/workspaces.ts';
import type { App, Services } from '../../app.ts';
import { presentWorkspace } from './workspace.ts';

export function renameWorkspaceRoute(app: App, { db }: Services): void {
  app.patch(
    '/',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'renameWorkspace',
        summary: 'Rename a workspace',
        description: 'For admins and owners.',
        tags: ['Workspaces'],
        body: RenamedWorkspace,
        response: { 200: Type.Ref('Workspace#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async ({ access, body }) => {
      await renameWorkspace(db, access.caller.workspaceId, body.name);
      return presentWorkspace(await getWorkspace(db, access));
    },
  );
}
