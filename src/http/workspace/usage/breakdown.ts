import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { UsageBreakdownQuery } from '../../../contract/schemas/usage.ts';
import { readBreakdown } from '../../../domain/metering/usage/history.ts';
import type { App, Services } from '../../app.ts';

export function usageBreakdownRoute(app: App, { db }: Services): void {
  app.get(
    '/usage/breakdown',
    {
      config: { readsList: true, role: 'viewer' },
      schema: {
        operationId: 'getUsageBreakdown',
        summary: 'Read usage by type, key or source',
        description:
          'Counts the jobs that ended within the last days, and those in progress, by type, by key or by source.',
        tags: ['Service'],
        querystring: UsageBreakdownQuery,
        response: { 200: Type.Ref('UsageBreakdown#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    ({ caller, query }) => readBreakdown(db, caller.workspaceId, query),
  );
}
