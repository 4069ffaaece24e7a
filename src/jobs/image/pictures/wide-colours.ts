import type { ColourNumbers } from './profiles.ts';

// The numbers are those of ITU-T H.273.
const pq = 16;
const hlg = 18;
const standardCurves = new Set([1, 6, 14, 15]);
const rec2020 = 9;

/** Nits of white in SDR, by ITU-R BT.2408, and of the brightest light that HLG means. */
const white = 203;
const hlgPeak = 1000;

type Row = readonly [number, number, number];

/** These matrices convert linear light of other primaries to that of sRGB. */
const toSrgb: Record<number, readonly [Row, Row, Row]> = {
  1: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  9: [
    [1.660491, -0.587641, -0.07285],
    [-0.12455, 1.1329, -0.008349],
    [-0.018151, -0.100579, 1.11873],
  ],
  12: [
    [1.22494, -0.22494, 0],
    [-0.042057, 1.042057, 0],
    [-0.019638, -0.078636, 1.098274],
  ],
};

/** Returns true if colours of these numbers are brighter than SDR, or have the primaries of television in 4K. */
export const isWide = ({ primaries, curve }: ColourNumbers): boolean =>
  primaries in toSrgb &&
  (curve === pq || curve === hlg || (primaries === rec2020 && standardCurves.has(curve)));

/** Returns the linear light of a sample between 0 and 1, where 1 is white. The overall gamma of HLG is left out. */
function readLight(sample: number, curve: number): number {
  if (curve === pq) {
    const root = sample ** (32 / 2523);
    const light = (Math.max(0, root - 3424 / 4096) / (2413 / 128 - (2392 / 128) * root)) ** (16384 / 2610);
    return (light * 10_000) / white;
  }
  if (curve === hlg) {
    const scene =
      sample <= 0.5 ? sample ** 2 / 3 : (Math.exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12;
    return (scene * hlgPeak) / white;
  }
  return sample < 0.081 ? sample / 4.5 : ((sample + 0.099) / 1.099) ** (1 / 0.45);
}

/** Brighter light than this is compressed. */
const knee = 0.5;

/** Makes a curve that leaves dark light as it is, and brings light of up to `peak` into the range of SDR. */
function makeToneCurve(peak: number): (light: number) => number {
  if (peak <= 1) return light => light;
  const a = (-(knee ** 2) * (peak - 1)) / (knee ** 2 - 2 * knee + peak);
  const b = (knee ** 2 - 2 * knee * peak + peak) / (peak - 1);
  const scale = (b ** 2 + 2 * b * knee + knee ** 2) / (b - a);
  return light => (light <= knee ? light : (scale * (light + a)) / (light + b));
}

const steps = 65_535;

/** The sRGB samples of light, by its square root, which leaves dark light enough steps. */
const makeSrgbTable = (): Uint16Array =>
  Uint16Array.from({ length: steps + 1 }, (_, index) => {
    const light = (index / steps) ** 2;
    return Math.round(steps * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
  });

/** Converts samples of these colours to sRGB with 16 bits. Light that is brighter than white is compressed. */
export function convertWideColours(
  data: Uint8Array | Uint16Array,
  channels: 3 | 4,
  { primaries, curve }: ColourNumbers,
): Uint16Array {
  const max = data instanceof Uint16Array ? steps : 255;
  const lights = Float32Array.from({ length: max + 1 }, (_, sample) => readLight(sample / max, curve));
  const [red, green, blue] = toSrgb[primaries]!;
  const light = new Float32Array(3);
  /** Reads a pixel's light in the primaries of sRGB, and returns its brightest channel. */
  const readPixel = (at: number): number => {
    const r = lights[data[at]!]!;
    const g = lights[data[at + 1]!]!;
    const b = lights[data[at + 2]!]!;
    const gain = curve === hlg ? ((0.2627 * r + 0.678 * g + 0.0593 * b) * (white / hlgPeak)) ** 0.2 : 1;
    light[0] = gain * (red[0] * r + red[1] * g + red[2] * b);
    light[1] = gain * (green[0] * r + green[1] * g + green[2] * b);
    light[2] = gain * (blue[0] * r + blue[1] * g + blue[2] * b);
    return Math.max(light[0]!, light[1]!, light[2]!);
  };
  let peak = 0;
  for (let at = 0; at < data.length; at += channels) peak = Math.max(peak, readPixel(at));
  const mapTone = makeToneCurve(curve === pq || curve === hlg ? peak : 1);
  const srgb = makeSrgbTable();
  const made = new Uint16Array(data.length);
  for (let at = 0; at < data.length; at += channels) {
    const brightest = readPixel(at);
    const gain = brightest > 0 ? mapTone(brightest) / brightest : 0;
    for (let band = 0; band < 3; band++)
      made[at + band] = srgb[Math.round(steps * Math.sqrt(Math.min(1, Math.max(0, gain * light[band]!))))]!;
    if (channels === 4) made[at + 3] = max === steps ? data[at + 3]! : data[at + 3]! * 257;
  }
  return made;
}
