/** Computes how far an estimate is from the truth, whatever its loudness, in decibels: the scale-invariant SDR. */
export function computeSiSdr(estimate: Float32Array, truth: Float32Array): number {
  const power = computeProduct(truth, truth);
  const scale = computeProduct(estimate, truth) / power;
  return 10 * Math.log10((scale * scale * power) / computeDistance(estimate, truth, scale));
}

/** Computes how far an estimate is from the truth, in decibels below it. */
export const computeSdr = (estimate: Float32Array, truth: Float32Array): number =>
  10 * Math.log10(computeProduct(truth, truth) / computeDistance(estimate, truth, 1));

// These are loops because the tests compare tens of millions of samples.

/** Sums the squared differences over the samples of the truth, beside which the estimate may be longer. */
function computeDistance(estimate: Float32Array, truth: Float32Array, scale: number): number {
  let sum = 0;
  for (let at = 0; at < truth.length; at++) sum += (estimate[at]! - scale * truth[at]!) ** 2;
  return sum;
}

/** Sums the products over the samples of the second, beside which the first may be longer. */
function computeProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < other.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

/** Makes noise that is the same in every run. */
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
