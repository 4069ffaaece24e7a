import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../settings/limits.ts';
import type { App } from '../app.ts';
import { pauseWorkDuring } from './overload.ts';
import { whenClosed } from './when-closed.ts';

interface Waiting {
  workspaceId: string;
  begin(): void;
}

export interface QueueLimits {
  /** How many lists are read at once, in all and for one workspace. */
  inAll: number;
  perWorkspace: number;
  /** How many lists of one workspace may wait. */
  waiting: number;
}

const retrySeconds = 1;

/** Starts work in the order in which it came, but skips workspaces that have reached their limit. */
export class FairQueue {
  readonly #most: QueueLimits;
  readonly #underWay = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #all = 0;

  constructor(most: QueueLimits) {
    this.#most = most;
  }

  #hasRoom(workspaceId: string): boolean {
    const { inAll, perWorkspace } = this.#most;
    return this.#all < inAll && (this.#underWay.get(workspaceId) ?? 0) < perWorkspace;
  }

  #begin(workspaceId: string): void {
    this.#all += 1;
    this.#underWay.set(workspaceId, (this.#underWay.get(workspaceId) ?? 0) + 1);
  }

  #end(workspaceId: string): void {
    this.#all -= 1;
    const left = (this.#underWay.get(workspaceId) ?? 0) - 1;
    if (left > 0) this.#underWay.set(workspaceId, left);
    else this.#underWay.delete(workspaceId);
    for (const each of this.#waiting)
      if (this.#hasRoom(each.workspaceId)) {
        this.#waiting.delete(each);
        each.begin();
        if (this.#all >= this.#most.inAll) return;
      }
  }

  #refuseCrowd(workspaceId: string): void {
    let waiting = 0;
    for (const each of this.#waiting) if (each.workspaceId === workspaceId) waiting += 1;
    if (waiting < this.#most.waiting) return;
    throw new ApiError(
      'rate_limited',
      {
        message: `This workspace already has ${waiting} list requests waiting, which is its limit. Send fewer at once.`,
        retryAfter: retrySeconds,
      },
      { 'retry-after': String(retrySeconds) },
    );
  }

  /** Waits until there is room. `onLeave` gets a function that gives up waiting. Returns the function that ends the work. */
  async enter(workspaceId: string, onLeave: (leave: () => void) => void): Promise<() => void> {
    if (this.#hasRoom(workspaceId)) this.#begin(workspaceId);
    else {
      this.#refuseCrowd(workspaceId);
      await new Promise<void>((resolve, reject) => {
        const waiting: Waiting = {
          workspaceId,
          begin: () => {
            this.#begin(workspaceId);
            resolve();
          },
        };
        this.#waiting.add(waiting);
        // The reader has gone, so nobody sees this answer.
        onLeave(() => {
          if (this.#waiting.delete(waiting)) reject(new ApiError('validation_failed'));
        });
      });
    }
    return () => this.#end(workspaceId);
  }
}

/**
 * Limits how many lists are read at once. A list may take long, because it may scan many rows for few results, and the query
 * continues after its reader has gone. Without a limit, the lists of one workspace could take all database connections.
 */
export function limitLists(app: App): void {
  const bounded = new WeakSet<RouteHandlerMethod>();
  app.addHook('onRoute', route => {
    const { handler } = route;
    // The framework makes a HEAD route from a GET route that is limited already.
    if (!route.config?.readsList || bounded.has(handler)) return;
    route.handler = async function readInTurn(request: FastifyRequest, reply: FastifyReply) {
      const enter = () =>
        app.concurrency.lists.enter(request.caller.workspaceId, leave => whenClosed(reply.raw, leave));
      const end = await pauseWorkDuring(request.raw, enter);
      try {
        return await (handler as (...given: unknown[]) => unknown).call(this, request, reply);
      } finally {
        end();
      }
    } as RouteHandlerMethod;
    bounded.add(route.handler);
  });
}

export const makeListQueue = (): FairQueue => new FairQueue(limits.lists);
