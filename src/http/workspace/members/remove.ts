import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { MemberParams } from '../../../contract/schemas/workspace.ts';
import { removeMember } from '../../../domain/people/workspaces/members.ts';
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
    async ({ access, params }, reply) => {
      await removeMember(db, access, params.userId);
      return reply.code(204).send(null);
    },
  );
}
