/**
 * The time by which a job must be done. Each announced piece of work extends it, never beyond the longest
 * total time of a job. While the job waits for others, only the total counts.
 */
export class Deadline {
  readonly #latest: number;
  readonly #onPassed: (seconds: number) => void;
  readonly #began = performance.now();
  #due: number;
  #waits = 0;
  #waitsSince = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(seconds: number, maxSeconds: number, onPassed: (seconds: number) => void) {
    this.#latest = this.#began + maxSeconds * 1000;
    this.#due = Math.min(this.#latest, this.#began + seconds * 1000);
    this.#onPassed = onPassed;
    this.#arm();
  }

  /** Adds the time for a piece of work. */
  allow(seconds: number): void {
    this.#due = Math.min(this.#latest, Math.max(this.#due, performance.now() + seconds * 1000));
    this.#arm();
  }

  /** Excludes the time that `work` takes. */
  async exclude<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#waits++ === 0) this.#waitsSince = performance.now();
    this.#arm();
    try {
      return await work();
    } finally {
      if (--this.#waits === 0)
        this.#due = Math.min(this.#latest, this.#due + performance.now() - this.#waitsSince);
      this.#arm();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waits = Infinity;
  }

  #arm(): void {
    if (this.#waits === Infinity) return;
    clearTimeout(this.#timer);
    const end = this.#waits > 0 ? this.#latest : this.#due;
    this.#timer = setTimeout(
      () => this.#onPassed(Math.round((end - this.#began) / 1000)),
      end - performance.now(),
    );
  }
}
