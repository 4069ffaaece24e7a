/** What some work took: by the clock, and of the processor, which tells more on a busy machine. */
export interface Cost {
  seconds: number;
  processor: number;
}

/** Does the work and prints what it took, with the note it gives where that is a text; `processorSeconds` says how much of the processor has been used so far. */
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

/** Of this very process. */
export const ownProcessorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export const compare = (ours: Cost, bare: Cost): string =>
  `${(ours.seconds / bare.seconds).toFixed(2)} × as long as bare, ${(ours.processor / bare.processor).toFixed(2)} × the processor time`;

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
