import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { MemberParams } from '../../../contract/schemas/workspace.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { removeMember } from '../../../domain/people/workspaces/members.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function removeMemberRoute(app: App, { db }: Services): void {
  app.delete(
    '/members/:userId',
    {
      // `removeMember` decides who may remove whom; everybody may leave.
      config: { role: 'viewer' },
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member, or leave',
        description:
          'Admins and owners may remove others; everybody may leave. The last owner cannot be removed.',
        tags: ['Workspaces'],
        params: MemberParams,
        response: {
          204: Type.Null({ description: 'The user is no longer a member, from their next request on.' }),
          ...describeErrors('not_found', 'invalid_state'),
        },
      },
    },
    async (request, reply) => {
      const { userId } = request.params;
      await makeRecorded(
        db,
        getActor(request),
        trx => removeMember(trx, request.access, userId),
        () => ({ action: 'member.removed', targetId: userId, workspaceId: request.caller.workspaceId }),
      );
      return reply.code(204).send(null);
    },
  );
}
