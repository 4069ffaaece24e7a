import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { PageQuery } from '../../../contract/schemas/page.ts';
import { listInvitations } from '../../../domain/people/workspaces/invitations.ts';
import type { App, Services } from '../../app.ts';

export function listInvitationsRoute(app: App, { db }: Services): void {
  app.get(
    '/invitations',
    {
      config: { readsList: true, role: 'admin' },
      schema: {
        operationId: 'listInvitations',
        summary: 'List invitations',
        description: 'Includes invitations that were accepted, were revoked or have expired.',
        tags: ['Workspaces'],
        querystring: PageQuery,
        response: { 200: Type.Ref('InvitationList#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    ({ caller, query }) => listInvitations(db, caller.workspaceId, query),
  );
}
