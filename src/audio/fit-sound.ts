/** The properties of sound that not every format can hold. */
interface Shape {
  rate: number;
  channels: number;
  /** FFmpeg's name for the layout of the channels. */
  layout: string;
}

/** The rates that a format knows, in order; formats that are not listed take any. */
const mp3Rates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const aacRates = [...mp3Rates, 64_000, 88_200, 96_000];
const rates: Record<string, readonly number[]> = {
  mp3: mp3Rates,
  m4a: aacRates,
  aac: aacRates,
  mp4: aacRates,
  mov: aacRates,
  opus: [48_000],
  webm: [48_000],
  ogg: [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000],
};
/** FLAC writes higher rates only in tens. */
const highestAnyFlac = 65_535;
const highestFlac = 384_000;

/** The codecs know one layout for each number of channels. */
const vorbisLayouts = ['mono', 'stereo', '3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];
const aacLayouts = ['mono', 'stereo', '3.0', '4.0', '5.0', '5.1', '6.1', '7.1'];
const layouts: Record<string, readonly string[]> = {
  opus: vorbisLayouts,
  webm: vorbisLayouts,
  ogg: vorbisLayouts,
  m4a: aacLayouts,
  aac: aacLayouts,
};

/** The most channels of a format. Formats that are not listed hold all eight. */
const maxChannels: Record<string, number> = { mp3: 2 };

/** Returns the largest number of channels that a format supports. */
export const getMaxChannels = (format: string): number => maxChannels[format] ?? 8;

/** Finds the rate and channels of a format that are nearest to those of the sound. */
export function fitSound(format: string, { rate, channels, layout }: Shape): Shape {
  const fitted = fitRate(format, rate);
  if (channels > getMaxChannels(format)) return { rate: fitted, channels: 2, layout: 'stereo' };
  return { rate: fitted, channels, layout: layouts[format]?.[channels - 1] ?? layout };
}

/** Finds the lowest rate of a format that loses nothing, else the highest. */
export function fitRate(format: string, rate: number): number {
  if (format === 'flac' || format === 'mkv')
    return rate <= highestAnyFlac ? rate : Math.min(highestFlac, Math.ceil(rate / 10) * 10);
  const known = rates[format];
  return known ? (known.find(one => one >= rate) ?? known.at(-1) ?? rate) : rate;
}
