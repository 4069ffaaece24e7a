/** How far an estimate is from the truth, whatever its loudness, in decibels: the scale-invariant SDR. */
export function computeSiSdr(estimate: Float32Array, truth: Float32Array): number {
  const [dot, power] = [computeProduct(estimate, truth), computeProduct(truth, truth)];
  const scale = dot / power;
  const rest = sumPairs(estimate, truth, (one, other) => (one - scale * other) ** 2);
  return 10 * Math.log10((scale * scale * power) / rest);
}

/** How far an estimate is from the truth, in decibels below it. */
export function computeSdr(estimate: Float32Array, truth: Float32Array): number {
  const rest = sumPairs(estimate, truth, (one, other) => (one - other) ** 2);
  return 10 * Math.log10(computeProduct(truth, truth) / rest);
}

const computeProduct = (one: Float32Array, other: Float32Array): number =>
  sumPairs(one, other, (a, b) => a * b);

/** Over the samples of the second, beside which the first may be longer. */
const sumPairs = (one: Float32Array, other: Float32Array, value: (a: number, b: number) => number): number =>
  other.reduce((sum, b, at) => sum + value(one[at]!, b), 0);

/** Noise that is the same in every run. */
export function makeNoise(length: number, seed = 1): Float32Array {
  let state = seed;
  return new Float32Array(length).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

/** Adds noise to a signal, `decibels` softer than it. */
export function addNoise(signal: Float32Array, added: Float32Array, decibels: number): Float32Array {
  const gain = Math.sqrt(
    computeProduct(signal, signal) / computeProduct(added, added) / 10 ** (decibels / 10),
  );
  return signal.map((value, at) => value + gain * added[at]!);
}
