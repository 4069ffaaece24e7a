import { Type } from 'typebox';
import { ShownInvitation } from '../../../contract/schemas/account.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { throttle } from '../../../domain/people/accounts/throttle.ts';
import { showInvitation } from '../../../domain/people/workspaces/join.ts';
import type { App, Services } from '../../app.ts';
import { identifyVisitor } from '../visitor.ts';

export function showInvitationRoute(app: App, services: Services): void {
  app.post(
    '/invitations/show',
    {
      config: { open: true },
      schema: {
        operationId: 'showInvitation',
        summary: 'Look at an invitation',
        description: 'What the holder of its link may know before accepting it.',
        tags: ['Sign-in'],
        security: [],
        body: ShownInvitation,
        response: {
          200: Type.Ref('OpenInvitation#'),
          ...describeErrors('validation_failed', 'invalid_signature'),
        },
      },
    },
    request =>
      throttle(services.db, identifyVisitor(request, services.publicUrl), () =>
        showInvitation(services.db, request.body.token),
      ),
  );
}
