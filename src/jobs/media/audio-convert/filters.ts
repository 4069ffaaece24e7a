import type { Sound } from '../../../engines/ffmpeg/engine.ts';
import type { Span } from '../span.ts';

interface Shaping extends Span {
  speed?: number;
  fadeIn?: number;
  fadeOut?: number;
}

/** FFmpeg changes the tempo by 0.5 at least in one filter. */
const slowest = 0.5;

/** Makes the filters that change the speed, keeping the pitch. */
export function changeTempo(speed: number): string[] {
  if (speed === 1) return [];
  if (speed < slowest) return [`atempo=${slowest}`, ...changeTempo(speed / slowest)];
  return [`atempo=${speed}`];
}

/** Cuts by decoding from the beginning: in formats without an index, a jump would land at a guessed time. */
function cut({ start, end }: Span): string[] {
  if (start === undefined && end === undefined) return [];
  const ends = [...(start ? [`start=${start}`] : []), ...(end === undefined ? [] : [`end=${end}`])];
  return [`atrim=${ends.join(':')}`, 'asetpts=PTS-STARTPTS'];
}

/** FFmpeg makes stereo of mono by 3 dB softer, which nobody expects. */
const doubled = 'pan=stereo|c0=c0|c1=c0';
/** FFmpeg makes mono of stereo by 3 dB louder in some sample formats, so that loud recordings would be distorted. */
const averaged = 'pan=mono|c0=0.5*c0+0.5*c1';

/** Makes the filters from the sound as it is to the sound as it is written, but for its loudness. `seconds` is the length of the result. */
export function makeFilters(
  { speed = 1, fadeIn = 0, fadeOut = 0, ...span }: Shaping,
  from: Pick<Sound, 'channels'>,
  to: Pick<Sound, 'rate' | 'channels' | 'layout'>,
  seconds: number,
): string[] {
  return [
    ...cut(span),
    ...changeTempo(speed),
    ...(from.channels === 1 && to.channels === 2 ? [doubled] : []),
    ...(from.channels === 2 && to.channels === 1 ? [averaged] : []),
    `aformat=sample_rates=${to.rate}:channel_layouts=${to.layout}`,
    ...(fadeIn > 0 ? [`afade=t=in:d=${fadeIn}`] : []),
    ...(fadeOut > 0 ? [`afade=t=out:st=${Math.max(0, seconds - fadeOut)}:d=${fadeOut}`] : []),
  ];
}
