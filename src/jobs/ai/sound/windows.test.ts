import { describe, expect, it } from 'vitest';
import { makeNoise } from '../testing/measure.ts';
import { processInWindows } from './windows.ts';

const [size, overlap, channels] = [4000, 1000, 2];

/** Sends a sound through windows, each made by `make`, in pieces of odd length. */
async function throughWindows(sound: Float32Array, make: (window: Float32Array) => Float32Array) {
  async function* pieces() {
    for (let at = 0; at < sound.length; at += 2 * 777) yield sound.slice(at, at + 2 * 777);
  }
  const out: number[] = [];
  let count = 0;
  const madeBy = async (window: Float32Array) => {
    expect(window).toHaveLength(size * channels);
    count++;
    return make(window);
  };
  const windows = processInWindows(pieces(), {
    channels,
    madeChannels: channels,
    size,
    overlap,
    make: madeBy,
  });
  for await (const part of windows) out.push(...part);
  return { out: Float32Array.from(out), count };
}

const sine = (frames: number) =>
  new Float32Array(2 * frames).map((_, at) => 0.5 * Math.sin(0.02 * Math.floor(at / 2) + (at % 2)));

/** The largest second difference: a click is one that the sound itself has not. */
function roughness(sound: Float32Array): number {
  let worst = 0;
  for (let at = 4; at < sound.length; at++)
    worst = Math.max(worst, Math.abs(sound[at]! - 2 * sound[at - 2]! + sound[at - 4]!));
  return worst;
}

describe('windows', () => {
  it.each([1, 100, 3999, 4000, 4001, 7000, 7001, 10_000, 25_431])(
    'that change nothing reproduce %i frames',
    async frames => {
      for (const sound of [sine(frames), makeNoise(2 * frames)]) {
        const { out, count } = await throughWindows(sound, window => window.slice());
        expect(out).toHaveLength(sound.length);
        let worst = 0;
        for (let at = 0; at < sound.length; at++) worst = Math.max(worst, Math.abs(out[at]! - sound[at]!));
        expect(worst).toBeLessThan(1e-6);
        expect(count).toBe(Math.max(1, Math.ceil((frames - overlap) / (size - overlap))));
      }
    },
  );

  it('with different gains join without a click', async () => {
    let window = 0;
    const louderAndSofter = (samples: Float32Array) => {
      const gain = window++ % 2 ? 0.5 : 1;
      return samples.map(value => gain * value);
    };
    const tone = sine(30_000);
    expect(roughness((await throughWindows(tone, louderAndSofter)).out)).toBeLessThan(2 * roughness(tone));
    // Constant input shows the weights themselves: they go evenly from the one gain to the other.
    window = 0;
    const { out } = await throughWindows(new Float32Array(60_000).fill(1), louderAndSofter);
    expect(Math.min(...out)).toBeCloseTo(0.5, 5);
    expect(Math.max(...out)).toBeCloseTo(1, 5);
    let step = 0;
    for (let at = 2; at < out.length; at++) step = Math.max(step, Math.abs(out[at]! - out[at - 2]!));
    expect(step).toBeLessThan(1 / overlap);
    // Noise is no louder where windows join than elsewhere.
    window = 0;
    const hiss = makeNoise(60_000);
    const joined = (await throughWindows(hiss, louderAndSofter)).out;
    for (let at = 0; at < hiss.length; at++)
      expect(Math.abs(joined[at]!)).toBeLessThanOrEqual(Math.abs(hiss[at]!) + 1e-6);
  });

  it('use all available sound: the last one reaches back, and a single short one is padded on both sides', async () => {
    const seen: Float32Array[] = [];
    const ramp = new Float32Array(2 * 4500).map((_, at) => 1 + Math.floor(at / 2));
    await throughWindows(ramp, window => {
      seen.push(window.slice());
      return window.slice();
    });
    expect([seen[1]![0], seen[1]!.at(-1)]).toEqual([501, 4500]);
    seen.length = 0;
    await throughWindows(new Float32Array(2 * 2000).fill(1), window => {
      seen.push(window.slice());
      return window.slice();
    });
    expect([seen[0]![1999], seen[0]![2000], seen[0]![5999], seen[0]![6000]]).toEqual([0, 1, 1, 0]);
  });
});
