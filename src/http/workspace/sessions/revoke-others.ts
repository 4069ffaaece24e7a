import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { revokeSessions } from '../../../domain/people/accounts/sessions.ts';
import type { App, Services } from '../../app.ts';

export function revokeOtherSessionsRoute(app: App, { db }: Services): void {
  app.post(
    '/sessions/revoke-others',
    {
      schema: {
        operationId: 'revokeOtherSessions',
        summary: 'End all your sessions but this one',
        description: 'All other browsers are signed out at their next request.',
        tags: ['Sign-in'],
        response: {
          200: Type.Object(
            { revoked: Type.Integer({ description: 'The number of sessions that ended.' }) },
            { additionalProperties: false, 'x-name': 'RevokedSessions' },
          ),
          ...describeErrors(),
        },
      },
    },
    async ({ person }) => ({ revoked: await revokeSessions(db, person.id, person.sessionId) }),
  );
}
