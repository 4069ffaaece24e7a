import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { authenticateFor } from '../../domain/jobs/with-key.ts';
import { authenticate, isKeyValid, type KeyCaller } from '../../domain/keys/authenticate.ts';
import { type App, publicPrefix } from '../app.ts';

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
/** A key that is revoked meanwhile is told so after this long. */
const askAgainMs = 1000;

/** What keys have left of their requests. */
export interface KeyWindows {
  /** Finds who is calling, spends a request of the key, and tells what is left. `jobId`: read along with the key. */
  spend(request: FastifyRequest, reply: FastifyReply, jobId?: string): Promise<KeyCaller>;
}

export function makeKeyWindows(db: Database): KeyWindows {
  // A key whose window is spent stays spent until it resets, whatever other processes do: no need to ask each time.
  const spent = new Map<string, { caller: KeyCaller; until: number }>();
  return {
    async spend(request, reply, jobId) {
      const { authorization = '' } = request.headers;
      const now = Date.now();
      const known = spent.get(authorization);
      if (known && known.until > performance.now()) {
        tellRate(reply, known.caller);
        refuseSpent(known.caller, now);
      }
      spent.delete(authorization);
      let caller: KeyCaller;
      if (jobId === undefined) caller = await authenticate(db, authorization);
      else ({ caller, read: request.early } = await authenticateFor(db, authorization, jobId));
      tellRate(reply, caller);
      if (!caller.allowed) {
        // Not by the clock, which can be set back while it is remembered.
        const until = performance.now() + Math.min(caller.rate.reset * 1000 - now, askAgainMs);
        if (spent.size < rememberedKeys) spent.set(authorization, { caller, until });
        refuseSpent(caller, now);
      }
      return caller;
    },
  };
}

/** Every request of the scope needs a key, spends one of its requests, and must be within the key's rights. */
export function useAuth(app: App, db: Database, windows: KeyWindows): void {
  app.decorateRequest('caller');
  app.decorateRequest('isStillAllowed');
  app.decorateRequest('early');
  app.addHook('onRequest', async (request, reply) => {
    const { scope, readsJob } = request.routeOptions.config;
    const jobId = readsJob && (request.params as { id: string }).id;
    const caller = await windows.spend(request, reply, jobId);
    if (!caller.plan.api_access)
      throw new ApiError('feature_not_available', {
        message: `The plan ${caller.plan.id} has no API access.`,
      });
    if (scope && !caller.scopes.includes(scope))
      throw new ApiError('forbidden', { message: `This key lacks the scope ${scope}.` });
    request.caller = caller;
    request.isStillAllowed = () => isKeyValid(db, caller.keyId);
  });
}

/** The only addresses that need no key. */
const openBelow = ['uploads', 'downloads', 'zips', 'openapi.json', 'docs'];

/** A request that leads to no route needs a key like any other, and spends one of its requests. */
export async function spendUnrouted(
  windows: KeyWindows,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const [, api, name, below = ''] = request.url.split('?', 1)[0]!.split('/');
  if (`/${api}/${name}` !== publicPrefix || openBelow.includes(below)) return;
  await windows.spend(request, reply);
}

/** Refuses what leads to no route before its body is looked at: that no longer matters. */
export function refuseUnrouted(app: App, windows: KeyWindows): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    await spendUnrouted(windows, request, reply);
    throw app.unknownRoute(request);
  });
}
