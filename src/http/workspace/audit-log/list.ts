import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { PageQuery } from '../../../contract/schemas/page.ts';
import { listAuditEntries } from '../../../domain/people/audit/list.ts';
import type { App, Services } from '../../app.ts';

export function listAuditLogRoute(app: App, { db }: Services): void {
  app.get(
    '/audit-log',
    {
      config: { readsList: true, role: 'admin' },
      schema: {
        operationId: 'listAuditLog',
        summary: 'Read the audit log',
        description:
          'Lists who changed the keys, members, connections, webhooks, name or plan of the workspace, newest first. Entries are never changed or deleted.',
        tags: ['Workspaces'],
        querystring: PageQuery,
        response: { 200: Type.Ref('AuditLog#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    ({ caller: { workspaceId }, query }) => listAuditEntries(db, { ...query, workspaceId }),
  );
}
