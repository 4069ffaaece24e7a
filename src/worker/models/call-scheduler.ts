interface Waiting {
  job: object;
  start: number;
  go(): void;
}

/**
 * How long the processor is kept free for the next call of a job that has used less of it than those waiting.
 */
const comesAgainMs = 25;

/**
 * Schedules a limited number of model calls at once, those of jobs that have computed least first. A job with
 * short calls gets as much of the processor as one with long calls.
 */
export class CallScheduler {
  readonly #most: number;
  #taken = 0;
  #waiting: Waiting[] = [];
  /** The start of the latest turn, in seconds of computing. */
  #clock = 0;
  readonly #ends = new WeakMap<object, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Waits for a turn. Resolves with a function that ends it. */
  async take(job: object, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const start = Math.max(this.#clock, this.#ends.get(job) ?? 0);
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter(each => each !== waiting);
        reject(signal.reason);
      };
      const go = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting: Waiting = { job, start, go };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
    this.#clock = Math.max(this.#clock, start);
    const began = performance.now();
    return () => {
      // Other calls of the same job may have run meanwhile, and each counts.
      const end = Math.max(start, this.#ends.get(job) ?? 0) + (performance.now() - began) / 1000;
      this.#ends.set(job, end);
      const free = () => {
        this.#taken -= 1;
        this.#next();
      };
      if (this.#waiting.some(other => other.start <= end)) free();
      else if (this.#waiting.length === 0) free();
      else this.#keepFor(job, free);
    };
  }

  /** Lets the job's next call go first if it comes within a moment. */
  #keepFor(job: object, free: () => void): void {
    const poll = setInterval(() => {
      if (this.#waiting.some(each => each.job === job)) done();
    }, 1);
    const timer = setTimeout(() => done(), comesAgainMs);
    const done = () => {
      clearInterval(poll);
      clearTimeout(timer);
      free();
    };
  }

  #next(): void {
    while (this.#taken < this.#most && this.#waiting.length > 0) {
      const first = this.#waiting.reduce((a, b) => (b.start < a.start ? b : a));
      this.#waiting = this.#waiting.filter(each => each !== first);
      this.#taken += 1;
      first.go();
    }
  }
}
