import type { ProcessedSound } from '../sound/process-in-step.ts';

/**
 * Returns the samples of each file, which add up to the original. `sources` lists the model's stems of each
 * file; the last file also gets the remainder that the model assigned to no stem. A sample beyond full scale
 * is spread over the other files.
 */
export function shareOut(
  { original, made }: ProcessedSound,
  channels: number,
  sources: number[][],
): Float32Array[] {
  const frames = original.length / channels;
  const madeChannels = made.length / frames;
  const make = () => new Float32Array(original.length);
  const named = sources.slice(0, -1).map(each => ({ sources: each, samples: make() }));
  const remainder = make();
  const parts = [...named.map(({ samples }) => samples), remainder];
  for (let at = 0; at < original.length; at++) {
    const first = Math.floor(at / channels) * madeChannels + (at % channels);
    let rest = original[at]!;
    let loud = false;
    for (const { sources, samples } of named) {
      let sum = 0;
      for (const source of sources) sum += made[first + source * channels]!;
      samples[at] = sum;
      rest -= sum;
      loud ||= sum > 1 || sum < -1;
    }
    remainder[at] = rest;
    if (loud || rest > 1 || rest < -1) spreadExcess(parts, at);
  }
  return parts;
}

/** Keeps every part within full scale as long as there is room in the others, without changing their sum. */
function spreadExcess(parts: Float32Array[], at: number): void {
  for (const part of parts) {
    const value = part[at]!;
    const kept = Math.max(-1, Math.min(1, value));
    let excess = value - kept;
    if (excess === 0) continue;
    part[at] = kept;
    for (const other of parts) {
      if (other === part || excess === 0) continue;
      const own = other[at]!;
      const moved = Math.max(-1, Math.min(1, own + excess)) - own;
      // A part that is itself too loud is handled in its own turn.
      if (Math.sign(moved) !== Math.sign(excess)) continue;
      other[at] = own + moved;
      excess -= moved;
    }
    part[at] = kept + excess;
  }
}
