import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { UsageHistoryQuery } from '../../../contract/schemas/usage.ts';
import { readUsageHistory } from '../../../domain/metering/usage/history.ts';
import type { App, Services } from '../../app.ts';

export function usageHistoryRoute(app: App, { db }: Services): void {
  app.get(
    '/usage/history',
    {
      config: { readsList: true, role: 'viewer' },
      schema: {
        operationId: 'getUsageHistory',
        summary: 'Read past usage',
        description:
          'Returns operations, AI credits and storage by UTC day or month, with the limit of the plan.',
        tags: ['Service'],
        querystring: UsageHistoryQuery,
        response: { 200: Type.Ref('UsageHistory#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    ({ caller, query }) => readUsageHistory(db, caller, query),
  );
}
