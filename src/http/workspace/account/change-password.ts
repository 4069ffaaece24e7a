import { Type } from 'typebox';
import { ChangedPassword } from '../../../contract/schemas/account.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { changePassword } from '../../../domain/people/accounts/passwords.ts';
import { throttle } from '../../../domain/people/accounts/throttle.ts';
import type { App, Services } from '../../app.ts';
import { identifyVisitor } from '../visitor.ts';

export function changePasswordRoute(app: App, services: Services): void {
  app.post(
    '/account/password',
    {
      schema: {
        operationId: 'changePassword',
        summary: 'Change your password',
        description: 'Ends your other sessions.',
        tags: ['Sign-in'],
        body: ChangedPassword,
        response: { 204: Type.Null({ description: 'Changed.' }), ...describeErrors('validation_failed') },
      },
    },
    async (request, reply) => {
      const { person, body } = request;
      const { address } = identifyVisitor(request, services.publicUrl);
      await throttle(services.db, { address, account: person.email }, async () =>
        changePassword(
          services.db,
          await services.auth(),
          { userId: person.id, sessionId: person.sessionId },
          body,
        ),
      );
      return reply.code(204).send(null);
    },
  );
}
