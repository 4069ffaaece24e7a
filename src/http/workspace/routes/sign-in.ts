import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../../../contract/errors.ts';
import {
  AcceptedInvitation,
  ChosenPassword,
  ShownInvitation,
  SignIn,
  Welcome,
} from '../../../contract/schemas/account.ts';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { createFirstUser } from '../../../domain/accounts/first.ts';
import { choosePassword } from '../../../domain/accounts/passwords.ts';
import { throttled } from '../../../domain/accounts/throttle.ts';
import { getUser, normalEmail } from '../../../domain/accounts/users.ts';
import { acceptInvitation, showInvitation } from '../../../domain/workspaces/join.ts';
import { listWorkspaces } from '../../../domain/workspaces/workspaces.ts';
import type { App, Services } from '../../app.ts';
import { visitorOf } from '../visitor.ts';

const tags = ['Sign-in'];
/** Nobody belongs to so many that a first look must be paged; `GET /workspaces` has them all. */
const shownWorkspaces = 100;

/** Who is signed in, and where they belong. */
export async function signedIn(
  { db }: Services,
  { userId, sessionId }: { userId: string; sessionId: string },
) {
  const user = await getUser(db, userId);
  if (!user) throw new ApiError('unauthorized');
  const { workspaces } = await listWorkspaces(db, userId, { limit: shownWorkspaces });
  return {
    user: { ...user, createdAt: user.createdAt.toISOString() },
    sessionId,
    workspaces: workspaces.map(({ id, name, role }) => ({ id, name, role: role! })),
  };
}

/** Routes nobody need be signed in for. What can be guessed at is throttled. */
export function signInRoutes(app: App, services: Services): void {
  const { db, publicUrl } = services;
  const visitor = (request: FastifyRequest) => visitorOf(request, publicUrl);
  const open = { config: { open: true } } as const;

  async function enter(request: FastifyRequest, reply: FastifyReply, email: string, password: string) {
    const auth = await services.auth();
    const visit = await auth.signIn(email, password, visitor(request));
    if (!visit) throw new ApiError('unauthorized', { message: 'The address or the password is wrong.' });
    reply.header('set-cookie', visit.cookies);
    return signedIn(services, visit);
  }

  app.post(
    '/session',
    {
      ...open,
      schema: {
        summary: 'Sign in',
        description: 'Sets the session cookie. Too many failures, of an account or from an address, are 429.',
        tags,
        security: [],
        body: SignIn,
        response: { 200: Type.Ref('SignedIn#'), ...errorResponses('validation_failed') },
      },
    },
    (request, reply) => {
      const email = normalEmail(request.body.email);
      const { address } = visitor(request);
      return throttled(db, { address, account: email }, () =>
        enter(request, reply, email, request.body.password),
      );
    },
  );

  app.delete(
    '/session',
    {
      ...open,
      schema: {
        summary: 'Sign out',
        tags,
        security: [],
        response: {
          204: Type.Null({ description: 'Signed out, also where nobody was signed in.' }),
          ...errorResponses(),
        },
      },
    },
    async (request, reply) => {
      const auth = await services.auth();
      return reply
        .header('set-cookie', await auth.signOut(request.headers.cookie))
        .code(204)
        .send(null);
    },
  );

  app.post(
    '/welcome',
    {
      ...open,
      schema: {
        summary: 'Become the first user',
        description: 'With the link that the service prints at its start until it is used. Signs in.',
        tags,
        security: [],
        body: Welcome,
        response: { 201: Type.Ref('SignedIn#'), ...errorResponses('validation_failed', 'invalid_signature') },
      },
    },
    (request, reply) =>
      throttled(db, visitor(request), async () => {
        const { token, ...person } = request.body;
        await createFirstUser(db, services.auth, token, person);
        reply.code(201);
        return enter(request, reply, person.email, person.password);
      }),
  );

  app.post(
    '/password-resets',
    {
      ...open,
      schema: {
        summary: 'Choose a new password',
        description: 'With the link of `filemill users reset-password`. Ends every session of the user.',
        tags,
        security: [],
        body: ChosenPassword,
        response: {
          204: Type.Null({ description: 'Changed. Sign in with it.' }),
          ...errorResponses('validation_failed', 'invalid_signature'),
        },
      },
    },
    (request, reply) =>
      throttled(db, visitor(request), async () => {
        await choosePassword(db, services.auth, request.body.token, request.body.password);
        return reply.code(204).send(null);
      }),
  );

  app.post(
    '/invitations/show',
    {
      ...open,
      schema: {
        summary: 'Look at an invitation',
        tags,
        security: [],
        body: ShownInvitation,
        response: {
          200: Type.Ref('OpenInvitation#'),
          ...errorResponses('validation_failed', 'invalid_signature'),
        },
      },
    },
    request => throttled(db, visitor(request), () => showInvitation(db, request.body.token)),
  );

  app.post(
    '/invitations/accept',
    {
      ...open,
      schema: {
        summary: 'Accept an invitation',
        description:
          'Whoever is signed in joins the workspace. Else an account is made with the invited address, and signed in.',
        tags,
        security: [],
        body: AcceptedInvitation,
        response: {
          200: Type.Ref('SignedIn#'),
          201: Type.Ref('SignedIn#'),
          ...errorResponses('validation_failed', 'invalid_signature', 'invalid_state'),
        },
      },
    },
    (request, reply) =>
      throttled(db, visitor(request), async () => {
        const { token, name, password } = request.body;
        const visit = request.headers.cookie && (await (await services.auth()).visit(request.headers.cookie));
        if (visit) {
          await acceptInvitation(db, services.auth, token, { userId: visit.userId });
          return signedIn(services, visit);
        }
        const { email } = await acceptInvitation(db, services.auth, token, { name, password });
        reply.code(201);
        return enter(request, reply, email, password!);
      }),
  );
}
