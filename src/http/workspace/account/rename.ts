import { Type } from 'typebox';
import { PersonName } from '../../../contract/schemas/account.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { renameUser } from '../../../domain/people/accounts/users.ts';
import type { App, Services } from '../../app.ts';

export function renameAccountRoute(app: App, { db }: Services): void {
  app.patch(
    '/account',
    {
      schema: {
        operationId: 'renameAccount',
        summary: 'Change your name',
        description: 'The name that the other members see.',
        tags: ['Sign-in'],
        body: Type.Object({ name: PersonName }, { additionalProperties: false }),
        response: { 200: Type.Ref('User#'), ...describeErrors('validation_failed') },
      },
    },
    async ({ person, body }) => {
      const user = await renameUser(db, person.id, body.name);
      return { ...user, createdAt: user.createdAt.toISOString() };
    },
  );
}
