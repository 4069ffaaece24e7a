import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { listTriggers, presentTrigger } from '../../../domain/work/triggers/triggers.ts';
import type { App, Services } from '../../app.ts';

export function listTriggersRoute(app: App, { db }: Services): void {
  app.get(
    '/triggers',
    {
      config: { scope: 'jobs:read', purpose: 'List triggers.' },
      schema: {
        operationId: 'listTriggers',
        summary: 'List triggers',
        description: 'All triggers of the workspace, by name.',
        tags: ['Triggers'],
        response: { 200: Type.Ref('TriggerList#'), ...describeErrors('not_found') },
      },
    },
    async ({ caller }) => ({ triggers: (await listTriggers(db, caller.workspaceId)).map(presentTrigger) }),
  );
}
