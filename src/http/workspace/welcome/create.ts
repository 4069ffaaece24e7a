import { Type } from 'typebox';
import { Welcome } from '../../../contract/schemas/account.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { throttle } from '../../../domain/people/accounts/throttle.ts';
import { createFirstUser } from '../../../domain/people/workspaces/first-user.ts';
import type { App, Services } from '../../app.ts';
import { openSession } from '../session/session.ts';
import { identifyVisitor } from '../visitor.ts';

export function createFirstUserRoute(app: App, services: Services): void {
  app.post(
    '/welcome',
    {
      config: { open: true },
      schema: {
        operationId: 'createFirstUser',
        summary: 'Become the first user',
        description: 'Uses the link that the service prints at start-up until there is a user, and signs in.',
        tags: ['Sign-in'],
        security: [],
        body: Welcome,
        response: { 201: Type.Ref('SignedIn#'), ...describeErrors('validation_failed', 'invalid_signature') },
      },
    },
    (request, reply) =>
      throttle(services.db, identifyVisitor(request, services.publicUrl), async () => {
        const { token, ...person } = request.body;
        await createFirstUser(services.db, services.auth, token, person);
        reply.code(201);
        return openSession(services, request, reply, person.email, person.password);
      }),
  );
}
