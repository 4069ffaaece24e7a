import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { FileListQuery } from '../../../contract/schemas/result.ts';
import { listLog } from '../../../domain/work/triggers/log.ts';
import { findTrigger } from '../../../domain/work/triggers/triggers.ts';
import type { App, Services } from '../../app.ts';

export function triggerLogRoute(app: App, { db }: Services): void {
  app.get(
    '/triggers/:id/log',
    {
      config: { scope: 'jobs:read', purpose: 'List what a trigger started and what it skipped.' },
      schema: {
        operationId: 'listTriggerLog',
        summary: 'Read the log of a trigger',
        description:
          'Lists what the trigger did for each file, or at each time of its schedule, newest first: the batch that it started, or the reason why it started none.',
        tags: ['Triggers'],
        params: JobParams,
        querystring: FileListQuery,
        response: { 200: Type.Ref('TriggerLog#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async ({ caller, params, query }) => {
      const { id } = await findTrigger(db, caller.workspaceId, params.id);
      return listLog(db, id, query);
    },
  );
}
