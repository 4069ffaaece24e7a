import type { ApiError } from '../../contract/errors.ts';
import { otherWriter } from './upload.ts';

interface Writer {
  refuse(reason: ApiError): void;
  settled: Promise<unknown>;
}

/** Who writes to which input in this process: one at a time, and of several the newest. */
export class Writers {
  readonly #writing = new Map<string, Writer>();
  /** Who waits for a turn, to be sent away by whoever comes later. */
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Ends whoever writes to the input, and waits until all it brought is kept or gone. */
  async endEarlier(key: string): Promise<void> {
    const earlier = this.#writing.get(key);
    earlier?.refuse(otherWriter());
    await earlier?.settled;
  }

  /** Does `work` as the input's one writer, when those before have ended. Gives way to any that comes later. */
  async runAsNewest<Result>(
    key: string,
    refuse: Writer['refuse'],
    work: () => Promise<Result>,
  ): Promise<Result> {
    for (const sendAway of this.#waiting.get(key) ?? []) sendAway();
    let away = false;
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting);
    const sendAway = () => {
      away = true;
    };
    waiting.add(sendAway);
    while (this.#writing.has(key) && !away) await this.endEarlier(key);
    waiting.delete(sendAway);
    if (waiting.size === 0) this.#waiting.delete(key);
    if (away) throw otherWriter();
    return this.#write(key, refuse, work);
  }

  /** The same for a writer that has all its bytes: it takes its turn, and nobody's coming keeps it from it. */
  async runInTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    while (this.#writing.has(key)) await this.endEarlier(key);
    return this.#write(key, () => {}, work);
  }

  #write<Result>(key: string, refuse: Writer['refuse'], work: () => Promise<Result>): Promise<Result> {
    const working = work();
    const settled = working.catch(() => {}).then(() => this.#writing.delete(key));
    this.#writing.set(key, { refuse, settled });
    return working;
  }
}
