import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { isKeyValid } from '../../domain/people/keys/authenticate.ts';
import { textBefore } from '../../text.ts';
import { type App, publicPrefix, type Services } from '../app.ts';
import type { RateLimiter } from './rate-limit.ts';
import { recheckAfterBody } from './recheck-caller.ts';

/** Requires a key for every request of this app, spends one of its requests, and checks its scope. */
export function useAuth(app: App, { db }: Pick<Services, 'db'>, rateLimiter: RateLimiter): void {
  app.decorateRequest('caller');
  app.decorateRequest('mayUpload', false);
  app.decorateRequest('isStillAllowed');
  app.decorateRequest('early');
  app.addHook('onRequest', async (request, reply) => {
    const { scope, readsJob } = request.routeOptions.config;
    const jobId = readsJob && (request.params as { id: string }).id;
    const caller = await rateLimiter.spend(request, reply, jobId);
    if (!caller.plan.api_access)
      throw new ApiError('feature_not_available', {
        message: `The plan ${caller.plan.id} does not include access to the API. Ask the operator for another plan.`,
      });
    if (scope && !caller.scopes.includes(scope))
      throw new ApiError('forbidden', {
        message: `This key does not have the scope ${scope}. Use a key that has it.`,
      });
    request.caller = caller;
    request.mayUpload = caller.scopes.includes('jobs:write');
    request.isStillAllowed = () => isKeyValid(db, caller.keyId);
  });
  recheckAfterBody(app);
}

/** The first segments of the paths that need no key. */
const openBelow = ['uploads', 'downloads', 'zips', 'openapi.json', 'docs'];

/** Counts a request that no route takes against the key, like any other. */
export async function spendUnrouted(
  rateLimiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const [, api, name, below = ''] = textBefore(request.url, '?').split('/');
  if (`/${api}/${name}` !== publicPrefix || openBelow.includes(below)) return;
  await rateLimiter.spend(request, reply);
}

/** Refuses requests that no route takes, before their body is read. */
export function refuseUnrouted(app: App, rateLimiter: RateLimiter): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    await spendUnrouted(rateLimiter, request, reply);
    throw app.unknownRoute(request);
  });
}
