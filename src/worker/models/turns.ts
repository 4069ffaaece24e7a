interface Waiting {
  job: object;
  start: number;
  go(): void;
}

/** How long the processor is kept for the next call of a job that has had less of it than those who wait. */
const comesAgainMs = 25;

/**
 * Who computes: so many calls at once, of the jobs that have computed least since they came. A job whose calls are short
 * gets as much of the processor as one whose calls are long.
 */
export class Turns {
  readonly #most: number;
  #taken = 0;
  #waiting: Waiting[] = [];
  /** When the turn given last began, in seconds of computing. */
  #clock = 0;
  readonly #ends = new WeakMap<object, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves with what ends the turn. */
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
      // Its own calls may have waited beside this one: each counts.
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

  /** Its own next call, if it comes in a moment, goes before the others. */
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
