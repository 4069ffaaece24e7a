import type { ModelHere } from './model.ts';

interface Waiting {
  models: readonly ModelHere[];
  go(): void;
}

/**
 * The memory models may take together. A model is held by the jobs that run it, and counts once however many those are;
 * one that no job holds may stay loaded until its memory is wanted.
 */
export class ModelMemory {
  readonly #mostMb: number;
  readonly #held = new Map<string, { mb: number; jobs: number }>();
  #waiting: Waiting[] = [];

  constructor(mostMb: number) {
    this.#mostMb = mostMb;
  }

  /** Whether these could be held now, beside those that are. More than there is at all counts as room where nothing else is held. */
  hasRoomFor(models: readonly ModelHere[]): boolean {
    const missing = models.filter(({ name }) => !this.#held.has(name));
    return missing.length === 0 || this.#held.size === 0 || this.heldMb + sum(missing) <= this.#mostMb;
  }

  get heldMb(): number {
    return [...this.#held.values()].reduce((all, { mb }) => all + mb, 0);
  }

  holds(name: string): boolean {
    return this.#held.has(name);
  }

  /** Of models that are loaded and that nobody holds, in order: those that have to go for the rest to fit. */
  surplus(idle: readonly ModelHere[]): ModelHere[] {
    let over = this.heldMb + sum(idle) - this.#mostMb;
    return idle.filter(({ memoryMb }) => {
      const goes = over > 0;
      if (goes) over -= memoryMb;
      return goes;
    });
  }

  /** Waits until they all fit, in the order of asking; resolves with what lets them go. */
  async hold(models: readonly ModelHere[], signal: AbortSignal): Promise<() => void> {
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

const sum = (models: readonly ModelHere[]): number => models.reduce((all, { memoryMb }) => all + memoryMb, 0);
