/** Lets a loop sleep until there is news, so that it need not poll. */
export interface WakeUp {
  wake(): void;
  /**
   * Waits until it is woken or `ms` have passed. Returns immediately if it was woken since the last `reset`.
   */
  wait(ms: number): Promise<void>;
  /** Forgets earlier calls of `wake`, which are being handled. */
  reset(): void;
}

export function createWakeUp(): WakeUp {
  let isWoken = false;
  let endWait: () => void = () => {};
  return {
    wake() {
      isWoken = true;
      endWait();
    },
    reset() {
      isWoken = false;
    },
    async wait(ms) {
      if (isWoken) return;
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      endWait = () => {};
    },
  };
}
