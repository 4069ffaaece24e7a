import { limits } from '../settings/limits.ts';

/** The weight of the latest job in the moving average. */
const weight = 0.2;
const aheadOfEach = 3;

/**
 * Decides how many jobs a worker claims beyond its hosts, by how long recent jobs took from their host to their outputs.
 * While jobs are short, a few wait here and start without another request to the queue.
 */
export class ReadAhead {
  #averageMs = Infinity;

  noteDuration(ms: number): void {
    this.#averageMs = this.#averageMs === Infinity ? ms : (1 - weight) * this.#averageMs + weight * ms;
  }

  /** Records that a job claimed ahead waited too long. */
  noteDelay(): void {
    this.#averageMs = 20 * limits.shortJobMs;
  }

  /** Returns how many jobs may wait here for a host, in addition to the `running` ones. */
  countAhead(running: number): number {
    return this.#averageMs < limits.shortJobMs ? aheadOfEach * running : 0;
  }
}
