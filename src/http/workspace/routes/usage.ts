import { Type } from 'typebox';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { PageQuery } from '../../../contract/schemas/recipe.ts';
import { UsageHistoryQuery } from '../../../contract/schemas/workspace.ts';
import { readLedger } from '../../../domain/credits.ts';
import { readUsageHistory } from '../../../domain/usage.ts';
import type { App, Services } from '../../app.ts';

const tags = ['Service'];

export function usageHistoryRoutes(app: App, { db }: Services): void {
  app.get(
    '/usage/history',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Read past usage',
        description: 'Operations by UTC day or month, beside what the plan allows in one.',
        tags,
        querystring: UsageHistoryQuery,
        response: { 200: Type.Ref('UsageHistory#'), ...errorResponses('validation_failed', 'not_found') },
      },
    },
    ({ caller, query }) => readUsageHistory(db, caller, query),
  );

  app.get(
    '/ledger',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Read the credit ledger',
        description: 'AI credits: every entry ever made, newest first; their sum is the balance.',
        tags,
        querystring: PageQuery,
        response: { 200: Type.Ref('Ledger#'), ...errorResponses('validation_failed', 'not_found') },
      },
    },
    ({ caller, query }) => readLedger(db, caller.workspaceId, query),
  );
}
