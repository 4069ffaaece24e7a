import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { PageQuery } from '../../../contract/schemas/page.ts';
import { readLedger } from '../../../domain/metering/credits/ledger.ts';
import type { App, Services } from '../../app.ts';

export function listLedgerRoute(app: App, { db }: Services): void {
  app.get(
    '/ledger',
    {
      config: { readsList: true, role: 'viewer' },
      schema: {
        operationId: 'listLedger',
        summary: 'Read the credit ledger',
        description: 'All entries of AI credits, newest first. Their sum is the balance.',
        tags: ['Service'],
        querystring: PageQuery,
        response: { 200: Type.Ref('Ledger#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    ({ caller, query }) => readLedger(db, caller.workspaceId, query),
  );
}
