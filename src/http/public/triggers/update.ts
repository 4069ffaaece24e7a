import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { TriggerChange } from '../../../contract/schemas/trigger.ts';
import { changeTrigger, presentTrigger } from '../../../domain/work/triggers/triggers.ts';
import type { App, Services } from '../../app.ts';

export function updateTriggerRoute(app: App, { db }: Services): void {
  app.patch(
    '/triggers/:id',
    {
      config: { scope: 'jobs:write', purpose: 'Rename, enable or disable a trigger.' },
      schema: {
        operationId: 'updateTrigger',
        summary: 'Change a trigger',
        description:
          'Renames, enables or disables a trigger. Times that pass while it is disabled are skipped; files that arrive in the meantime are processed later.',
        tags: ['Triggers'],
        params: JobParams,
        body: TriggerChange,
        response: { 200: Type.Ref('Trigger#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async ({ caller, params, body }) =>
      presentTrigger(await changeTrigger(db, caller.workspaceId, params.id, body)),
  );
}
