import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { revokeSession } from '../../../domain/people/accounts/sessions.ts';
import type { App, Services } from '../../app.ts';

export function revokeSessionRoute(app: App, { db }: Services): void {
  app.delete(
    '/sessions/:id',
    {
      schema: {
        operationId: 'revokeSession',
        summary: 'End one of your sessions',
        description: 'The browser concerned is signed out at its next request.',
        tags: ['Sign-in'],
        params: JobParams,
        response: {
          204: Type.Null({ description: 'The session has ended.' }),
          ...describeErrors('not_found'),
        },
      },
    },
    async ({ person, params }, reply) => {
      await revokeSession(db, person.id, params.id);
      return reply.code(204).send(null);
    },
  );
}
