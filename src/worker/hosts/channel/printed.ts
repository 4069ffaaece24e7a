import type { Readable } from 'node:stream';

const kept = 16 * 1024;
/** The most a host may print per job; a library that warns about every pixel stays far below. */
const maxPerJob = 16 * 1024 * 1024;

/** Keeps the end of a host's output for the operator. */
export class Printed {
  #text = '';
  #sinceReset = 0;

  constructor(streams: Readable[], onFlood: () => void) {
    for (const stream of streams) {
      stream.on('data', (chunk: Buffer) => {
        this.#sinceReset += chunk.length;
        if (this.#sinceReset > maxPerJob) {
          stream.pause();
          onFlood();
          return;
        }
        this.#text = (this.#text + chunk.subarray(-kept).toString('utf8')).slice(-kept);
      });
      stream.on('error', () => {});
    }
  }

  /** Forgets the output of the last job. */
  reset(): void {
    this.#text = '';
    this.#sinceReset = 0;
  }

  get text(): string {
    return this.#text;
  }
}
