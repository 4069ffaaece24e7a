import { Type } from 'typebox';
import type { Role } from '../../../contract/roles.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { ChangedMember, MemberParams } from '../../../contract/schemas/workspace.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { changeRole, getMember } from '../../../domain/people/workspaces/members.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function changeRoleRoute(app: App, { db }: Services): void {
  app.patch(
    '/members/:userId',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'changeRole',
        summary: "Change a member's role",
        description:
          "Only owners may make somebody an owner or change an owner's role. The last owner cannot be changed.",
        tags: ['Workspaces'],
        params: MemberParams,
        body: ChangedMember,
        response: {
          200: Type.Ref('Member#'),
          ...describeErrors('validation_failed', 'not_found', 'invalid_state'),
        },
      },
    },
    async request => {
      const { userId } = request.params;
      const { workspaceId } = request.caller;
      const role = request.body.role as Role;
      await makeRecorded(
        db,
        getActor(request),
        trx => changeRole(trx, request.access, userId, role),
        () => ({ action: 'member.role_changed', targetId: userId, workspaceId, detail: role }),
      );
      return getMember(db, workspaceId, userId);
    },
  );
}
