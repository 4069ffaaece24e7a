import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { findTrigger, presentTrigger } from '../../../domain/work/triggers/triggers.ts';
import type { App, Services } from '../../app.ts';

export function getTriggerRoute(app: App, { db }: Services): void {
  app.get(
    '/triggers/:id',
    {
      config: { scope: 'jobs:read', purpose: 'Fetch a trigger.' },
      schema: {
        operationId: 'getTrigger',
        summary: 'Fetch a trigger',
        description:
          'Returns the trigger with the time at which it next starts or lists the files, and the reason if it failed the last time.',
        tags: ['Triggers'],
        params: JobParams,
        response: { 200: Type.Ref('Trigger#'), ...describeErrors('not_found') },
      },
    },
    async ({ caller, params }) => presentTrigger(await findTrigger(db, caller.workspaceId, params.id)),
  );
}
