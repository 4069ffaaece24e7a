/** Fills `to` with every `step`th sample, beginning with the `first`. */
export function takeEvery(step: number, from: Float32Array, first: number, to: Float32Array): Float32Array {
  for (let i = 0, at = first; i < to.length; i++, at += step) to[i] = from[at]!;
  return to;
}

/** Puts samples at every `step`th place, beginning with the `first`. */
export function putEvery(step: number, from: Float32Array, first: number, to: Float32Array): void {
  for (let i = 0, at = first; i < from.length; i++, at += step) to[at] = from[i]!;
}
