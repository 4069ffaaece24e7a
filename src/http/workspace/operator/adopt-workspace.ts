import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { adoptWorkspace } from '../../../domain/people/workspaces/all-workspaces.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';
import { presentWorkspace } from '../workspaces/workspace.ts';

export function adoptWorkspaceRoute(app: App, { db }: Services): void {
  app.post(
    '/operator/workspaces/:id/adopt',
    {
      config: { operator: true },
      schema: {
        operationId: 'adoptWorkspace',
        summary: 'Become the owner of a workspace without members',
        description: 'For workspaces without members, such as one that `filemill keys create` made.',
        tags: ['Operator'],
        params: JobParams,
        response: { 200: Type.Ref('Workspace#'), ...describeErrors('not_found', 'invalid_state') },
      },
    },
    async request => {
      const adopted = await makeRecorded(
        db,
        getActor(request),
        trx => adoptWorkspace(trx, request.params.id, request.person.id),
        ({ id }) => ({ action: 'workspace.adopted', targetId: id }),
      );
      return presentWorkspace(adopted);
    },
  );
}
