import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { listSessions } from '../../../domain/people/accounts/sessions.ts';
import type { App, Services } from '../../app.ts';

export function listSessionsRoute(app: App, { db }: Services): void {
  app.get(
    '/sessions',
    {
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions',
        description: 'Lists the browsers in which you are signed in.',
        tags: ['Sign-in'],
        response: { 200: Type.Ref('SessionList#'), ...describeErrors() },
      },
    },
    async ({ person }) => ({ sessions: await listSessions(db, person.id, person.sessionId) }),
  );
}
