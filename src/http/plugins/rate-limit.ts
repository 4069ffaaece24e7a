import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { type KeyCaller, readKeyHash } from '../../domain/people/keys/authenticate.ts';
import { makeAuthenticate } from '../../domain/people/keys/look-up.ts';
import { jobWithKey } from '../../domain/work/jobs/rows.ts';

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

/** Counts the requests of keys, and refuses those beyond the rate of the plan. */
export interface RateLimiter {
  /** Finds the caller, spends a request of the key, and sets the headers that say what is left. `jobId` is read along with the key. */
  spend(request: FastifyRequest, reply: FastifyReply, jobId?: string): Promise<KeyCaller>;
}

export function makeRateLimiter(db: Database): RateLimiter {
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
