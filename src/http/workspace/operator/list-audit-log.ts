import { Type } from 'typebox';
import { AuditLogQuery } from '../../../contract/schemas/audit.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { listAuditEntries } from '../../../domain/people/audit/list.ts';
import type { App, Services } from '../../app.ts';

export function listWholeAuditLogRoute(app: App, { db }: Services): void {
  app.get(
    '/operator/audit-log',
    {
      config: { operator: true },
      schema: {
        operationId: 'listWholeAuditLog',
        summary: 'Read the audit log of the installation',
        description:
          'For operators: who changed keys, members, connections, webhooks, plans or models in any workspace, newest first.',
        tags: ['Operator'],
        querystring: AuditLogQuery,
        response: { 200: Type.Ref('AuditLog#'), ...describeErrors('validation_failed') },
      },
    },
    ({ query }) => listAuditEntries(db, query),
  );
}
