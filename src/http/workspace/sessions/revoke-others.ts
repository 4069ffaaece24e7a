import { Type } from 'typebox';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { revokeSessions } from '../../../domain/accounts/sessions.ts';
import type { App, Services } from '../../app.ts';

export function revokeOtherSessionsRoute(app: App, { db }: Services): void {
  app.post(
    '/sessions/revoke-others',
    {
      schema: {
        operationId: 'revokeOtherSessions',
        summary: 'End all your sessions but this one',
        tags: ['Sign-in'],
        response: {
          200: Type.Object({ revoked: Type.Integer() }, { additionalProperties: false }),
          ...errorResponses(),
        },
      },
    },
    async ({ person }) => ({ revoked: await revokeSessions(db, person.id, person.sessionId) }),
  );
}
