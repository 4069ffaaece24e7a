import { Type } from 'typebox';
import { SignIn } from '../../../contract/schemas/account.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { throttle } from '../../../domain/people/accounts/throttle.ts';
import { normaliseEmail } from '../../../domain/people/accounts/users.ts';
import type { App, Services } from '../../app.ts';
import { identifyVisitor } from '../visitor.ts';
import { openSession } from './session.ts';

export function createSessionRoute(app: App, services: Services): void {
  app.post(
    '/session',
    {
      config: { open: true },
      schema: {
        operationId: 'createSession',
        summary: 'Sign in',
        description:
          'Sets the session cookie. After too many failures for an account or from an address, the answer is 429.',
        tags: ['Sign-in'],
        security: [],
        body: SignIn,
        response: { 200: Type.Ref('SignedIn#'), ...describeErrors('validation_failed') },
      },
    },
    (request, reply) => {
      const email = normaliseEmail(request.body.email);
      const { address } = identifyVisitor(request, services.publicUrl);
      return throttle(services.db, { address, account: email }, () =>
        openSession(services, request, reply, email, request.body.password),
      );
    },
  );
}
