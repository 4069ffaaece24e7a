import type { ApiError } from '../../../contract/errors.ts';
import { otherWriter } from './upload.ts';

interface Writer {
  refuse(reason: ApiError): void;
  settled: Promise<unknown>;
}

/** Lets one writer at a time write to an input in this process. Where several come, the newest wins. */
export class Writers {
  readonly #writing = new Map<string, Writer>();
  /** The writers that wait for their turn. A later writer dismisses them. */
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Ends the input's writer, and waits until its bytes are stored or discarded. */
  async endEarlier(key: string): Promise<void> {
    const earlier = this.#writing.get(key);
    earlier?.refuse(otherWriter());
    await earlier?.settled;
  }

  /** Runs `work` as the input's only writer after ending earlier ones. It is refused itself when a later one comes. */
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

  /** Runs `work` of a writer that has all its bytes already. It waits for its turn, and a later writer does not refuse it. */
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
