import { direction, locale } from './language.ts';
import { strings } from './strings.ts';

/** Keeps a number and its unit together and in order within text that runs from right to left. */
const keepOrder = (figure: string): string => (direction === 'rtl' ? `\u2066${figure}\u2069` : figure);

/** Formats numbers, sizes and times. */
const formatFixed = (value: number, digits: number): string =>
  value.toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });

const bytesUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < bytesUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = Number.isInteger(value) || value >= 100 ? 0 : 1;
  return keepOrder(`${formatFixed(value, digits)} ${bytesUnits[unit]}`);
}

const formatUnit = (value: number, unit: string, digits = 0): string =>
  value.toLocaleString(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });

/** Formats a duration with the units of the language: 320 ms, 4.2 sec, 3 min 20 sec, 2 hr 5 min. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return formatUnit(Math.max(0, Math.round(ms)), 'millisecond');
  if (ms < 59_500) return formatUnit(ms / 1000, 'second', ms < 9950 ? 1 : 0);
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const [whole, rest] =
    minutes < 60
      ? [formatUnit(minutes, 'minute'), seconds % 60 && formatUnit(seconds % 60, 'second')]
      : [formatUnit(Math.floor(minutes / 60), 'hour'), minutes % 60 && formatUnit(minutes % 60, 'minute')];
  return rest ? `${whole} ${rest}` : whole;
}

/** Formats an estimated duration as one number: 20 sec, 13 min, 2 hr. */
export function formatRoughly(ms: number): string {
  const [value, unit] =
    ms < 60_000
      ? [Math.ceil(ms / 5000) * 5, 'second']
      : ms < 5_400_000
        ? [Math.round(ms / 60_000), 'minute']
        : [Math.round(ms / 3_600_000), 'hour'];
  return formatUnit(value, unit);
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const steps: [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [45, 1, 'second'],
  [45 * 60, 60, 'minute'],
  [22 * 3600, 3600, 'hour'],
  [14 * 86_400, 86_400, 'day'],
];

export function formatWhen(time: string, now: number): string {
  const seconds = (Date.parse(time) - now) / 1000;
  const step = steps.find(([limit]) => Math.abs(seconds) < limit);
  if (step) return relative.format(Math.round(seconds / step[1]), step[2]);
  return new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'short', year: 'numeric' });
}

export const formatExactly = (time: string): string =>
  new Date(time).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats a playback position: 1:05, 1:02:05. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${h ? String(m).padStart(2, '0') : m}:${String(s).padStart(2, '0')}`;
  return h ? `${h}:${tail}` : tail;
}

/** Returns by how many percent a size has grown, below 0 if it has shrunk. What is left of a file is never rounded to nothing. */
export const countChange = (before: number, after: number): number =>
  Math.max(-99, Math.round((after / before - 1) * 100));

/** "80 % smaller" for -80. */
export const describeChange = (percent: number): string =>
  percent < 0 ? strings.convert.state.smaller(-percent) : strings.convert.live.larger(percent);
