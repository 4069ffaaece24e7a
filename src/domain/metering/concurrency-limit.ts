import { ApiError } from '../../contract/errors.ts';

const retrySeconds = 5;

/** Limits how many uploads, event streams and so on this process has at once, in all and for each workspace. */
export class ConcurrencyLimit {
  readonly #name: string;
  readonly #most: { inAll: number; perWorkspace: number };
  readonly #byWorkspace = new Map<string, number>();
  #all = 0;

  constructor(name: string, most: { inAll: number; perWorkspace: number }) {
    this.#name = name;
    this.#most = most;
  }

  /** Counts one more, or refuses it. Call the function it returns when that one has ended. */
  begin(workspaceId: string): () => void {
    const own = this.#byWorkspace.get(workspaceId) ?? 0;
    const headers = { 'retry-after': String(retrySeconds) };
    if (own >= this.#most.perWorkspace)
      throw new ApiError(
        'rate_limited',
        {
          message: `This workspace already has ${own} ${this.#name} in progress, which is its limit. Try again when one has ended.`,
          retryAfter: retrySeconds,
        },
        headers,
      );
    if (this.#all >= this.#most.inAll)
      throw new ApiError(
        'unavailable',
        {
          message: `Too many ${this.#name} are in progress. Try again in a moment.`,
          retryAfter: retrySeconds,
        },
        headers,
      );
    this.#all += 1;
    this.#byWorkspace.set(workspaceId, own + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#all -= 1;
      const left = (this.#byWorkspace.get(workspaceId) ?? 0) - 1;
      if (left > 0) this.#byWorkspace.set(workspaceId, left);
      else this.#byWorkspace.delete(workspaceId);
    };
  }

  async runCounted<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    const end = this.begin(workspaceId);
    try {
      return await work();
    } finally {
      end();
    }
  }
}
