import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { RenamedWorkspace } from '../../../contract/schemas/workspace.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getWorkspace, renameWorkspace } from '../../../domain/people/workspaces/workspaces.ts';
import { getActor } from '../../actor.ts';
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
    async request => {
      const { workspaceId } = request.caller;
      await makeRecorded(
        db,
        getActor(request),
        trx => renameWorkspace(trx, workspaceId, request.body.name),
        () => ({ action: 'workspace.renamed', targetId: workspaceId }),
      );
      return presentWorkspace(await getWorkspace(db, request.access));
    },
  );
}
