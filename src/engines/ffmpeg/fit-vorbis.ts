/** The lowest and highest kilobits a second for each channel. */
type Range = readonly [number, number];
interface Rates {
  /** The highest sample rate to which they apply. */
  upTo: number;
  separate: Range;
  stereo: Range;
  surround?: Range;
}

/** The bit rates that libvorbis accepts, as measured; it fails at others. At higher sample rates it accepts none. */
const accepted: readonly Rates[] = [
  { upTo: 8000, separate: [8, 42], stereo: [6, 42] },
  { upTo: 11_025, separate: [12, 50], stereo: [8, 50] },
  { upTo: 16_000, separate: [16, 100], stereo: [12, 100] },
  { upTo: 22_050, separate: [16, 90], stereo: [15, 90] },
  { upTo: 32_000, separate: [30, 190], stereo: [18, 190] },
  { upTo: 48_000, separate: [32, 240], stereo: [22.5, 250], surround: [14, 240] },
];

/** Finds the nearest bit rate at which Vorbis encodes these channels, or none if it has no bit rates at this sample rate. */
export function fitVorbisBitrate(bitrate: number, rate: number, channels: number): number | undefined {
  const rates = accepted.find(({ upTo }) => rate <= upTo);
  if (!rates) return undefined;
  const { separate, stereo, surround = separate } = rates;
  const [least, most] = channels === 2 ? stereo : channels === 6 ? surround : separate;
  return Math.min(most * channels, Math.max(least * channels, bitrate));
}
