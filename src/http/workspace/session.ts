import { ApiError } from '../../contract/errors.ts';
import { getRoleForScope, includesRole } from '../../contract/roles.ts';
import { getUser } from '../../domain/people/accounts/users.ts';
import {
  hasRights,
  openWorkspace,
  type Requirement,
  requireOperator,
  requireRole,
} from '../../domain/people/workspaces/access.ts';
import type { App, Services } from '../app.ts';
import { recheckAfterBody } from '../plugins/recheck-caller.ts';

/** Requires a session for every route that is not `open`, and for routes of a workspace also the member's role. */
export function useSession(app: App, services: Services): void {
  app.decorateRequest('person');
  app.decorateRequest('access');
  app.decorateRequest('caller');
  app.decorateRequest('mayUpload', false);
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
    const needed: Requirement = { operator: config.operator ?? false };
    request.isStillAllowed = () => hasRights(services.db, visit.sessionId, needed);
    if (workspaceId === undefined) return;
    const role = config.role ?? (config.scope ? getRoleForScope(config.scope) : 'viewer');
    needed.member = { workspaceId, role };
    request.access = await openWorkspace(services.db, user.id, workspaceId);
    request.caller = request.access.caller;
    request.mayUpload = includesRole(request.access.role, getRoleForScope('jobs:write'));
    requireRole(request.access, role);
  });
  recheckAfterBody(app);
}
