import { Type } from 'typebox';
import type { Role } from '../../../contract/roles.ts';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { PageQuery } from '../../../contract/schemas/recipe.ts';
import { ChangedMember, NewInvitation } from '../../../contract/schemas/workspace.ts';
import { invite, listInvitations, revokeInvitation } from '../../../domain/workspaces/invitations.ts';
import { changeRole, getMember, listMembers, removeMember } from '../../../domain/workspaces/members.ts';
import { type App, publicPrefix, type Services } from '../../app.ts';
import { baseUrl } from '../../plugins/base.ts';

const tags = ['Workspaces'];
const MemberParams = Type.Object({ userId: Type.String() });

export function memberRoutes(app: App, { db }: Services): void {
  app.get(
    '/members',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'List members',
        tags,
        querystring: PageQuery,
        response: { 200: Type.Ref('MemberList#'), ...errorResponses('validation_failed', 'not_found') },
      },
    },
    ({ caller, query }) => listMembers(db, caller.workspaceId, query),
  );

  app.patch(
    '/members/:userId',
    {
      config: { role: 'admin' },
      schema: {
        summary: "Change a member's role",
        description: 'Only owners make owners, or change them. The last owner stays one.',
        tags,
        params: MemberParams,
        body: ChangedMember,
        response: {
          200: Type.Ref('Member#'),
          ...errorResponses('validation_failed', 'not_found', 'invalid_state'),
        },
      },
    },
    async ({ access, params, body }) => {
      await changeRole(db, access, params.userId, body.role as Role);
      return getMember(db, access.caller.workspaceId, params.userId);
    },
  );

  app.delete(
    '/members/:userId',
    {
      // Who may remove whom is decided there: everybody may leave.
      config: { role: 'viewer' },
      schema: {
        summary: 'Remove a member, or leave',
        tags,
        params: MemberParams,
        response: {
          204: Type.Null({ description: 'No longer a member, from their next request on.' }),
          ...errorResponses('not_found', 'invalid_state'),
        },
      },
    },
    async ({ access, params }, reply) => {
      await removeMember(db, access, params.userId);
      return reply.code(204).send(null);
    },
  );
}

export function invitationRoutes(app: App, { db, publicUrl }: Services): void {
  app.get(
    '/invitations',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'List invitations',
        tags,
        querystring: PageQuery,
        response: { 200: Type.Ref('InvitationList#'), ...errorResponses('validation_failed', 'not_found') },
      },
    },
    ({ caller, query }) => listInvitations(db, caller.workspaceId, query),
  );

  app.post(
    '/invitations',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Invite somebody',
        description:
          'The answer carries the link, once: pass it on yourself, no mail is sent. An open invitation of the same address ends.',
        tags,
        body: NewInvitation,
        response: {
          201: Type.Ref('CreatedInvitation#'),
          ...errorResponses('validation_failed', 'not_found', 'invalid_state'),
        },
      },
    },
    async (request, reply) => {
      const { email, role } = request.body;
      const { invitation, token } = await invite(db, request.access, { email, role: role as Role });
      const site = baseUrl(request, publicUrl).slice(0, -publicPrefix.length);
      return reply.code(201).send({ ...invitation, link: `${site}/invitation#token=${token}` });
    },
  );

  app.delete(
    '/invitations/:id',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Revoke an invitation',
        tags,
        params: JobParams,
        response: {
          204: Type.Null({ description: 'Its link no longer works.' }),
          ...errorResponses('not_found', 'invalid_state'),
        },
      },
    },
    async ({ caller, params }, reply) => {
      await revokeInvitation(db, caller.workspaceId, params.id);
      return reply.code(204).send(null);
    },
  );
}
