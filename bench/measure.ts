/** The wall time and CPU time of some work; CPU time is more reliable on a busy machine. */
export interface Cost {
  seconds: number;
  processor: number;
}

/**
 * Runs the work and prints its times, with the note it returns, if any; `processorSeconds` returns the CPU time used so
 * far.
 */
export async function measure(
  name: string,
  processorSeconds: () => number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const [began, used] = [performance.now(), processorSeconds()];
  const note = await work();
  const cost = { seconds: (performance.now() - began) / 1000, processor: processorSeconds() - used };
  const facts = `${cost.seconds.toFixed(1)} s, ${cost.processor.toFixed(1)} s of processor time`;
  console.log(`${name}: ${facts}${typeof note === 'string' ? `, ${note}` : ''}`);
  return cost;
}

/** The CPU time of this process. */
export const ownProcessorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export const compare = (ours: Cost, bare: Cost): string =>
  `${(ours.seconds / bare.seconds).toFixed(2)} × as long as bare, ${(ours.processor / bare.processor).toFixed(2)} × the processor time`;

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
