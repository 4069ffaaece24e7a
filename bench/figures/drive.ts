export interface Driven {
  /** Calls per second. */
  rate: number;
  /** Milliseconds of each call. */
  took: number[];
}

/** Repeats a call for some seconds with `lanes` at a time, at least once each, and waits for those under way. */
export async function drive(lanes: number, seconds: number, call: () => Promise<unknown>): Promise<Driven> {
  const took: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      do {
        const from = performance.now();
        await call();
        took.push(performance.now() - from);
      } while (performance.now() < end);
    }),
  );
  return { rate: took.length / ((performance.now() - began) / 1000), took };
}

/** Sets how long the measurements take. */
export interface Pace {
  rounds: number;
  seconds: number;
}
