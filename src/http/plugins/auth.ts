import type { FastifyReply } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { authenticateFor } from '../../domain/jobs/with-key.ts';
import { authenticate, type KeyCaller } from '../../domain/keys/authenticate.ts';
import type { App } from '../app.ts';

function tellRate(reply: FastifyReply, { rate }: KeyCaller): void {
  reply.header('x-ratelimit-limit', rate.limit);
  reply.header('x-ratelimit-remaining', rate.remaining);
  reply.header('x-ratelimit-reset', rate.reset);
}

function refuseSpent(caller: KeyCaller, now: number): never {
  const seconds = Math.max(1, caller.rate.reset - Math.floor(now / 1000));
  throw new ApiError(
    'rate_limited',
    { message: 'Too many requests. Wait, then go on.', retryAfter: seconds },
    { 'retry-after': String(seconds) },
  );
}

const rememberedKeys = 10_000;

/** Every request of the scope needs a key, spends one of its requests, and must be within the key's rights. */
export function useAuth(app: App, db: Database): void {
  // A key whose window is spent stays spent until it resets, whatever other processes do: no need to ask again.
  const spent = new Map<string, KeyCaller>();
  app.decorateRequest('caller');
  app.decorateRequest('early');
  app.addHook('onRequest', async (request, reply) => {
    const { authorization = '' } = request.headers;
    const now = Date.now();
    const known = spent.get(authorization);
    if (known && known.rate.reset * 1000 > now) {
      tellRate(reply, known);
      refuseSpent(known, now);
    }
    spent.delete(authorization);
    const { scope, readsJob } = request.routeOptions.config;
    let caller: KeyCaller;
    if (readsJob) {
      const { id } = request.params as { id: string };
      ({ caller, read: request.early } = await authenticateFor(db, authorization, id));
    } else caller = await authenticate(db, authorization);
    tellRate(reply, caller);
    if (!caller.allowed) {
      if (spent.size < rememberedKeys) spent.set(authorization, caller);
      refuseSpent(caller, now);
    }
    if (!caller.plan.api_access)
      throw new ApiError('feature_not_available', {
        message: `The plan ${caller.plan.id} has no API access.`,
      });
    if (scope && !caller.scopes.includes(scope))
      throw new ApiError('forbidden', { message: `This key lacks the scope ${scope}.` });
    request.caller = caller;
  });
}
