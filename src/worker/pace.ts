import { limits } from '../settings/limits.ts';

/** How much a job more or less changes the average. */
const weight = 0.2;
const aheadOfEach = 3;

/**
 * How long jobs take of late, from being taken on until they are made. While they are short, a few more may be taken on than
 * there are hosts: a job that waits here needs no word to the queue before it begins.
 */
export class Pace {
  #averageMs = Infinity;

  note(ms: number): void {
    this.#averageMs = this.#averageMs === Infinity ? ms : (1 - weight) * this.#averageMs + weight * ms;
  }

  /** One that was taken on ahead has waited too long. */
  noteDelay(): void {
    this.#averageMs = 20 * limits.shortJobMs;
  }

  /** Jobs that may wait here for a host, beside so many at work. */
  ahead(most: number): number {
    return this.#averageMs < limits.shortJobMs ? aheadOfEach * most : 0;
  }
}
