import { ApiError } from '../../contract/errors.ts';
import { getRoleForScope } from '../../contract/roles.ts';
import { getUser } from '../../domain/accounts/users.ts';
import {
  isStillMember,
  openWorkspace,
  requireOperator,
  requireRole,
} from '../../domain/workspaces/access.ts';
import type { App, Services } from '../app.ts';

/** Requires a session for every route that is not `open`, and for routes of a workspace also the member's role. */
export function useSession(app: App, services: Services): void {
  app.decorateRequest('person');
  app.decorateRequest('access');
  app.decorateRequest('caller');
  app.decorateRequest('isStillAllowed');
  app.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions;
    if (config.open || request.is404) return;
    const auth = await services.auth();
    const visit = await auth.visit(request.headers.cookie);
    const user = visit && (await getUser(services.db, visit.userId));
    if (!visit || !user) throw new ApiError('unauthorized', { message: 'Sign in first.' });
    if (visit.cookies.length > 0) reply.header('set-cookie', visit.cookies);
    request.person = { ...user, sessionId: visit.sessionId };
    if (config.operator) requireOperator(request.person);
    const { workspaceId } = request.params as { workspaceId?: string };
    if (workspaceId === undefined) return;
    request.access = await openWorkspace(services.db, user.id, workspaceId);
    request.caller = request.access.caller;
    request.isStillAllowed = () => isStillMember(services.db, visit.sessionId, workspaceId);
    requireRole(request.access, config.role ?? (config.scope ? getRoleForScope(config.scope) : 'viewer'));
  });
}
