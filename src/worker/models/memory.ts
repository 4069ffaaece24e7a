import type { WorkerModel } from './model.ts';

interface Waiting {
  models: readonly WorkerModel[];
  go(): void;
}

/**
 * The memory budget of models. A model is held by the jobs that run it and counts once however many there
 * are. A model without jobs may stay loaded until its memory is needed.
 */
export class ModelMemory {
  readonly #maxMb: number;
  readonly #held = new Map<string, { mb: number; jobs: number }>();
  #waiting: Waiting[] = [];

  constructor(maxMb: number) {
    this.#maxMb = maxMb;
  }

  /**
   * Returns true if these could be held now beside the others. A set larger than the budget fits if nothing
   * else is held.
   */
  hasRoomFor(models: readonly WorkerModel[]): boolean {
    const missing = models.filter(({ name }) => !this.#held.has(name));
    return missing.length === 0 || this.#held.size === 0 || this.heldMb + sum(missing) <= this.#maxMb;
  }

  get heldMb(): number {
    return [...this.#held.values()].reduce((all, { mb }) => all + mb, 0);
  }

  holds(name: string): boolean {
    return this.#held.has(name);
  }

  /** Returns the loaded but unused models, in order, that must be unloaded for the rest to fit. */
  findSurplus(idle: readonly WorkerModel[]): WorkerModel[] {
    let over = this.heldMb + sum(idle) - this.#maxMb;
    return idle.filter(({ memoryMb }) => {
      const goes = over > 0;
      if (goes) over -= memoryMb;
      return goes;
    });
  }

  /** Waits in order of the calls until all fit. Resolves with a function that releases them. */
  async hold(models: readonly WorkerModel[], signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter(each => each !== waiting);
        this.#next();
        reject(signal.reason);
      };
      const go = () => {
        signal.removeEventListener('abort', giveUp);
        for (const { name, memoryMb } of models) {
          const held = this.#held.get(name) ?? { mb: memoryMb, jobs: 0 };
          held.jobs += 1;
          this.#held.set(name, held);
        }
        resolve();
      };
      const waiting: Waiting = { models, go };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
    return () => {
      for (const { name } of models) {
        const held = this.#held.get(name)!;
        held.jobs -= 1;
        if (held.jobs === 0) this.#held.delete(name);
      }
      this.#next();
    };
  }

  #next(): void {
    for (let [next] = this.#waiting; next && this.hasRoomFor(next.models); [next] = this.#waiting) {
      this.#waiting.shift();
      next.go();
    }
  }
}

const sum = (models: readonly WorkerModel[]): number =>
  models.reduce((all, { memoryMb }) => all + memoryMb, 0);
