/**
 * Chooses the models whose jobs a worker claims: those that fit beside the running ones. A model that has not
 * fitted for long is included nevertheless, and its job waits here for memory: otherwise small models in
 * steady use would keep it out forever.
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
