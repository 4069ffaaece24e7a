import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { PageQuery } from '../../../contract/schemas/page.ts';
import { listMembers } from '../../../domain/people/workspaces/members.ts';
import type { App, Services } from '../../app.ts';

export function listMembersRoute(app: App, { db }: Services): void {
  app.get(
    '/members',
    {
      config: { readsList: true, role: 'viewer' },
      schema: {
        operationId: 'listMembers',
        summary: 'List members',
        description: 'All members of the workspace, with their roles.',
        tags: ['Workspaces'],
        querystring: PageQuery,
        response: { 200: Type.Ref('MemberList#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    ({ caller, query }) => listMembers(db, caller.workspaceId, query),
  );
}
