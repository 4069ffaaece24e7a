import type { Peaks } from './peaks.ts';

export interface Drawing {
  width: number;
  height: number;
  color: string;
  background?: string;
}

/** A silent piece is still a thin line. */
const minHeight = 1;
const round = (value: number): number => Math.round(100 * value) / 100;

/** Draws peaks as one shape: along the highest samples and back along the lowest. */
export function drawSvg({ low, high }: Peaks, { width, height, color, background }: Drawing): string {
  const middle = height / 2;
  const step = width / Math.max(1, high.length);
  const toY = (value: number) => middle - Math.max(-1, Math.min(1, value)) * middle;
  const spans = high.map((value, at) => {
    const [top, bottom] = [toY(value), toY(low[at] ?? 0)];
    const missing = Math.max(0, minHeight - (bottom - top)) / 2;
    return [round(top - missing), round(bottom + missing)] as const;
  });
  const path = [
    ...spans.map(
      ([top], at) => `${at === 0 ? 'M' : 'L'}${round(at * step)} ${top}H${round((at + 1) * step)}`,
    ),
    ...spans.map(([, bottom], at) => `L${round((at + 1) * step)} ${bottom}H${round(at * step)}`).reverse(),
  ];
  const back = background ? `<rect width="${width}" height="${height}" fill="${background}"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${back}<path fill="${color}" d="${path.join('')}Z"/></svg>\n`;
}

/** Writes peaks as audiowaveform does, in version 2 of its format. */
export function writePeaks({ low, high }: Peaks, rate: number, samplesPerPixel: number): string {
  const toByte = (value: number) => Math.max(-128, Math.min(127, Math.round(value * 127)));
  return `${JSON.stringify({
    version: 2,
    channels: 1,
    sample_rate: rate,
    samples_per_pixel: samplesPerPixel,
    bits: 8,
    length: high.length,
    data: high.flatMap((value, at) => [toByte(low[at] ?? 0), toByte(value)]),
  })}\n`;
}
