import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { revokeInvitation } from '../../../domain/people/workspaces/invitations.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function revokeInvitationRoute(app: App, { db }: Services): void {
  app.delete(
    '/invitations/:id',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'revokeInvitation',
        summary: 'Revoke an invitation',
        description: 'Its link no longer works.',
        tags: ['Workspaces'],
        params: JobParams,
        response: {
          204: Type.Null({ description: 'Its link no longer works.' }),
          ...describeErrors('not_found', 'invalid_state'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { workspaceId } = request.caller;
      await makeRecorded(
        db,
        getActor(request),
        trx => revokeInvitation(trx, workspaceId, id),
        () => ({ action: 'invitation.revoked', targetId: id, workspaceId }),
      );
      return reply.code(204).send(null);
    },
  );
}
