/** What a loop sleeps by: rung for news, so that it need not look again and again. */
export interface Bell {
  ring(): void;
  /** Waits until it is rung or `ms` are over; returns at once where it was rung since `silence`. */
  wait(ms: number): Promise<void>;
  /** Whatever rang before is being dealt with. */
  silence(): void;
}

export function createBell(): Bell {
  let rung = false;
  let wake: () => void = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    silence() {
      rung = false;
    },
    async wait(ms) {
      if (rung) return;
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = () => {};
    },
  };
}
