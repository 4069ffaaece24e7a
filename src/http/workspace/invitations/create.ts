import { Type } from 'typebox';
import type { Role } from '../../../contract/roles.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { NewInvitation } from '../../../contract/schemas/workspace.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { invite } from '../../../domain/people/workspaces/invitations.ts';
import { getActor } from '../../actor.ts';
import { type App, publicPrefix, type Services } from '../../app.ts';
import { getBaseUrl } from '../../plugins/service-url.ts';

export function createInvitationRoute(app: App, { db, publicUrl }: Services): void {
  app.post(
    '/invitations',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'createInvitation',
        summary: 'Invite somebody',
        description:
          'The response contains the link, which is shown only once. No e-mail is sent: pass it on yourself. An open invitation for the same address is revoked.',
        tags: ['Workspaces'],
        body: NewInvitation,
        response: {
          201: Type.Ref('CreatedInvitation#'),
          ...describeErrors('validation_failed', 'not_found', 'invalid_state'),
        },
      },
    },
    async (request, reply) => {
      const { email, role } = request.body;
      const { workspaceId } = request.caller;
      const { invitation, token } = await makeRecorded(
        db,
        getActor(request),
        trx => invite(trx, request.access, { email, role: role as Role }),
        made => ({ action: 'member.invited', targetId: made.invitation.id, workspaceId, detail: role }),
      );
      const site = getBaseUrl(request, publicUrl).slice(0, -publicPrefix.length);
      return reply.code(201).send({ ...invitation, link: `${site}/invitation#token=${token}` });
    },
  );
}
