import { Type } from 'typebox';
import { ChangedPassword, PersonName } from '../../../contract/schemas/account.ts';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { changePassword } from '../../../domain/accounts/passwords.ts';
import { listSessions, revokeSession, revokeSessions } from '../../../domain/accounts/sessions.ts';
import { throttled } from '../../../domain/accounts/throttle.ts';
import { renameUser } from '../../../domain/accounts/users.ts';
import type { App, Services } from '../../app.ts';
import { visitorOf } from '../visitor.ts';
import { signedIn } from './sign-in.ts';

const tags = ['Sign-in'];

/** What somebody signed in does with their own account. */
export function accountRoutes(app: App, services: Services): void {
  const { db } = services;

  app.get(
    '/session',
    {
      schema: {
        summary: 'Who is signed in',
        tags,
        response: { 200: Type.Ref('SignedIn#'), ...errorResponses() },
      },
    },
    ({ person }) => signedIn(services, { userId: person.id, sessionId: person.sessionId }),
  );

  app.patch(
    '/account',
    {
      schema: {
        summary: 'Change your name',
        tags,
        body: Type.Object({ name: PersonName }, { additionalProperties: false }),
        response: { 200: Type.Ref('User#'), ...errorResponses('validation_failed') },
      },
    },
    async ({ person, body }) => {
      const user = await renameUser(db, person.id, body.name);
      return { ...user, createdAt: user.createdAt.toISOString() };
    },
  );

  app.post(
    '/account/password',
    {
      schema: {
        summary: 'Change your password',
        description: 'Ends your other sessions.',
        tags,
        body: ChangedPassword,
        response: { 204: Type.Null({ description: 'Changed.' }), ...errorResponses('validation_failed') },
      },
    },
    async (request, reply) => {
      const { person, body } = request;
      const { address } = visitorOf(request, services.publicUrl);
      await throttled(db, { address, account: person.email }, async () =>
        changePassword(db, await services.auth(), { userId: person.id, sessionId: person.sessionId }, body),
      );
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/sessions',
    {
      schema: {
        summary: 'List your sessions',
        tags,
        response: { 200: Type.Ref('SessionList#'), ...errorResponses() },
      },
    },
    async ({ person }) => ({ sessions: await listSessions(db, person.id, person.sessionId) }),
  );

  app.delete(
    '/sessions/:id',
    {
      schema: {
        summary: 'End one of your sessions',
        tags,
        params: JobParams,
        response: { 204: Type.Null({ description: 'Ended, at once.' }), ...errorResponses('not_found') },
      },
    },
    async ({ person, params }, reply) => {
      await revokeSession(db, person.id, params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/sessions/revoke-others',
    {
      schema: {
        summary: 'End all your sessions but this one',
        tags,
        response: {
          200: Type.Object({ revoked: Type.Integer() }, { additionalProperties: false }),
          ...errorResponses(),
        },
      },
    },
    async ({ person }) => ({ revoked: await revokeSessions(db, person.id, person.sessionId) }),
  );
}
