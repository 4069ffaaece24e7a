import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { getUser } from '../../../domain/people/accounts/users.ts';
import { listWorkspaces } from '../../../domain/people/workspaces/workspaces.ts';
import type { Services } from '../../app.ts';
import { identifyVisitor } from '../visitor.ts';

/** Few users belong to more workspaces than this; `GET /workspaces` lists all of them. */
const maxShownWorkspaces = 100;

/** Says who is signed in and which workspaces they belong to. */
export async function presentSession(
  { db }: Services,
  { userId, sessionId }: { userId: string; sessionId: string },
) {
  const user = await getUser(db, userId);
  if (!user) throw new ApiError('unauthorized', { message: 'Sign in first.' });
  const { workspaces } = await listWorkspaces(db, userId, { limit: maxShownWorkspaces });
  return {
    user: { ...user, createdAt: user.createdAt.toISOString() },
    sessionId,
    workspaces: workspaces.map(({ id, name, role }) => ({ id, name, role: role! })),
  };
}

/** Signs somebody in: sets the session cookie and answers with the session. */
export async function openSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
  password: string,
) {
  const auth = await services.auth();
  const visit = await auth.signIn(email, password, identifyVisitor(request, services.publicUrl));
  if (!visit) throw new ApiError('unauthorized', { message: 'The address or the password is wrong.' });
  reply.header('set-cookie', visit.cookies);
  return presentSession(services, visit);
}
