/**
 * Which models' jobs a worker asks for: those that fit beside what it runs. One that has not fitted for long is asked for
 * all the same, and its job waits here for its memory: small models in steady use would else keep it out for ever.
 */
export class FittingModels {
  readonly #patienceMs: number;
  readonly #since = new Map<string, number>();

  constructor(patienceSeconds: number) {
    this.#patienceMs = patienceSeconds * 1000;
  }

  among(installed: readonly string[], fits: (model: string) => boolean, now = performance.now()): string[] {
    return installed.filter(model => {
      if (fits(model)) {
        this.#since.delete(model);
        return true;
      }
      const since = this.#since.get(model) ?? now;
      this.#since.set(model, since);
      return now - since > this.#patienceMs;
    });
  }
}
