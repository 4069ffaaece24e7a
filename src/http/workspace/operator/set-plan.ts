import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { ChangedPlan } from '../../../contract/schemas/workspace.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { setPlan } from '../../../domain/people/workspaces/workspaces.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';
import { presentWorkspace } from '../workspaces/workspace.ts';

export function setPlanRoute(app: App, { db }: Services): void {
  app.patch(
    '/operator/workspaces/:id',
    {
      config: { operator: true },
      schema: {
        operationId: 'setPlan',
        summary: 'Put a workspace on a plan',
        description: 'For operators. The new limits apply from the next request on.',
        tags: ['Operator'],
        params: JobParams,
        body: ChangedPlan,
        response: { 200: Type.Ref('Workspace#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async request => {
      const changed = await makeRecorded(
        db,
        getActor(request),
        trx => setPlan(trx, request.params.id, request.body.plan),
        ({ id, plan }) => ({ action: 'workspace.plan_changed', targetId: id, detail: plan }),
      );
      return presentWorkspace(changed);
    },
  );
}
