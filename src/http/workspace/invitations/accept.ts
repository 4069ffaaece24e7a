import { Type } from 'typebox';
import { AcceptedInvitation } from '../../../contract/schemas/account.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { throttle } from '../../../domain/people/accounts/throttle.ts';
import { acceptInvitation } from '../../../domain/people/workspaces/join.ts';
import type { App, Services } from '../../app.ts';
import { openSession, presentSession } from '../session/session.ts';
import { identifyVisitor } from '../visitor.ts';

export function acceptInvitationRoute(app: App, services: Services): void {
  app.post(
    '/invitations/accept',
    {
      config: { open: true },
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description:
          'A signed-in user joins the workspace. Otherwise an account with the invited address is created and signed in.',
        tags: ['Sign-in'],
        security: [],
        body: AcceptedInvitation,
        response: {
          200: Type.Ref('SignedIn#'),
          201: Type.Ref('SignedIn#'),
          ...describeErrors('validation_failed', 'invalid_signature', 'invalid_state'),
        },
      },
    },
    (request, reply) =>
      throttle(services.db, identifyVisitor(request, services.publicUrl), async () => {
        const { token, name, password } = request.body;
        const visit = request.headers.cookie && (await (await services.auth()).visit(request.headers.cookie));
        if (visit) {
          await acceptInvitation(services.db, services.auth, token, { userId: visit.userId });
          return presentSession(services, visit);
        }
        const { email } = await acceptInvitation(services.db, services.auth, token, { name, password });
        reply.code(201);
        return openSession(services, request, reply, email, password!);
      }),
  );
}
