import { Type } from 'typebox';
import { ChosenPassword } from '../../../contract/schemas/account.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { choosePassword } from '../../../domain/people/accounts/passwords.ts';
import { throttle } from '../../../domain/people/accounts/throttle.ts';
import type { App, Services } from '../../app.ts';
import { identifyVisitor } from '../visitor.ts';

export function resetPasswordRoute(app: App, services: Services): void {
  app.post(
    '/password-resets',
    {
      config: { open: true },
      schema: {
        operationId: 'resetPassword',
        summary: 'Choose a new password',
        description: 'With the link of `filemill users reset-password`. Ends every session of the user.',
        tags: ['Sign-in'],
        security: [],
        body: ChosenPassword,
        response: {
          204: Type.Null({ description: 'Changed. Sign in with it.' }),
          ...describeErrors('validation_failed', 'invalid_signature'),
        },
      },
    },
    (request, reply) =>
      throttle(services.db, identifyVisitor(request, services.publicUrl), async () => {
        await choosePassword(services.db, services.auth, request.body.token, request.body.password);
        return reply.code(204).send(null);
      }),
  );
}
