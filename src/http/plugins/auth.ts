import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { isKeyValid, type KeyCaller, readKeyHash } from '../../domain/people/keys/authenticate.ts';
import { makeAuthenticate } from '../../domain/people/keys/look-up.ts';
import { jobWithKey } from '../../domain/work/jobs/rows.ts';
import { textBefore } from '../../text.ts';
import { type App, publicPrefix, type Services } from '../app.ts';
import { recheckAfterBody } from './still-allowed.ts';

function tellRate(reply: FastifyReply, { rate }: KeyCaller): void {
  reply.header('x-ratelimit-limit', rate.limit);
  reply.header('x-ratelimit-remaining', rate.remaining);
  reply.header('x-ratelimit-reset', rate.reset);
}

function refuseSpent(caller: KeyCaller, now: number): never {
  const seconds = Math.max(1, caller.rate.reset - Math.floor(now / 1000));
  throw new ApiError(
    'rate_limited',
    {
      message: `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      retryAfter: seconds,
    },
    { 'retry-after': String(seconds) },
  );
}

const rememberedKeys = 10_000;
/** How long a spent key is refused from memory. If it is revoked in the meantime, its caller learns so only afterwards. */
const askAgainMs = 1000;

/** Counts the requests of keys. */
export interface KeyWindows {
  /** Finds the caller, spends a request of the key, and sets the headers that say what is left. `jobId` is read along with the key. */
  spend(request: FastifyRequest, reply: FastifyReply, jobId?: string): Promise<KeyCaller>;
}

export function makeKeyWindows(db: Database): KeyWindows {
  // A key that has spent its window stays refused until the window ends, so the database need not be asked each time.
  const spent = new Map<string, { caller: KeyCaller; until: number }>();
  const authenticate = makeAuthenticate(db, jobWithKey);
  return {
    async spend(request, reply, jobId) {
      const { authorization = '' } = request.headers;
      const now = Date.now();
      // A header can contain the same key in many spellings, so the hash of the key itself is remembered.
      const hash = readKeyHash(authorization).toString('base64');
      const known = spent.get(hash);
      if (known && known.until > performance.now()) {
        tellRate(reply, known.caller);
        refuseSpent(known.caller, now);
      }
      spent.delete(hash);
      const { caller, read } = await authenticate(authorization, jobId);
      if (read) request.early = read;
      tellRate(reply, caller);
      if (!caller.allowed) {
        // A monotonic time, because the clock may be set back.
        const until = performance.now() + Math.min(caller.rate.reset * 1000 - now, askAgainMs);
        const [oldest] = spent.keys();
        if (oldest !== undefined && spent.size >= rememberedKeys) spent.delete(oldest);
        spent.set(hash, { caller, until });
        refuseSpent(caller, now);
      }
      return caller;
    },
  };
}

/** Requires a key for every request of this app, spends one of its requests, and checks its scope. */
export function useAuth(app: App, { db }: Pick<Services, 'db'>, windows: KeyWindows): void {
  app.decorateRequest('caller');
  app.decorateRequest('mayUpload', false);
  app.decorateRequest('isStillAllowed');
  app.decorateRequest('early');
  app.addHook('onRequest', async (request, reply) => {
    const { scope, readsJob } = request.routeOptions.config;
    const jobId = readsJob && (request.params as { id: string }).id;
    const caller = await windows.spend(request, reply, jobId);
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
  windows: KeyWindows,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const [, api, name, below = ''] = textBefore(request.url, '?').split('/');
  if (`/${api}/${name}` !== publicPrefix || openBelow.includes(below)) return;
  await windows.spend(request, reply);
}

/** Refuses requests that no route takes, before their body is read. */
export function refuseUnrouted(app: App, windows: KeyWindows): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    await spendUnrouted(windows, request, reply);
    throw app.unknownRoute(request);
  });
}
