import { JobFailure } from '../../contract/failure.ts';
import { formatClock, textBefore } from '../../text.ts';

const divideDown = (value: bigint, by: bigint): bigint =>
  value < 0n ? -((-value + by - 1n) / by) : value / by;

/** Formats the fraction of a second in as many digits as its unit has, none if it is zero. */
const formatFraction = (rest: bigint, perSecond: bigint): string => {
  if (perSecond === 1n || rest === 0n) return '';
  return `.${String(rest)
    .padStart(String(perSecond).length - 1, '0')
    .replace(/0+$/, '')}`;
};

/** The end of JavaScript's calendar, in the year 275760; it begins as long before 1970. */
const lastSecond = 8_640_000_000_000n;

export function formatInstant(units: bigint, perSecond: bigint): string {
  const seconds = divideDown(units, perSecond);
  const rest = units - seconds * perSecond;
  if (seconds > lastSecond || seconds < -lastSecond)
    throw new JobFailure('unsupported_content', `a moment that no calendar has: ${units}`);
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, -5)}${formatFraction(rest, perSecond)}`;
}

/** Formats the day that is this many days after 1 January 1970. */
export const formatDay = (days: bigint): string => textBefore(formatInstant(days * 86_400n, 1n), 'T');

/** Formats a length of time in ISO 8601, in seconds, without assuming how many are a day. */
export function formatDuration(units: bigint, perSecond: bigint): string {
  const length = units < 0n ? -units : units;
  return `${units < 0n ? '-' : ''}PT${length / perSecond}${formatFraction(length % perSecond, perSecond)}S`;
}

export const formatTimeOfDay = (units: bigint, perSecond: bigint): string =>
  formatClock(Number(units / perSecond)) + formatFraction(units % perSecond, perSecond);

export function formatScaled(value: bigint, scale: number): string {
  if (scale <= 0) return String(value) + '0'.repeat(-scale);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Reads microseconds since 1970; undefined if the text is not such a moment or is finer than that. */
export function readInstantMicros(text: string): bigint | undefined {
  const [, day, clock, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  if (!day || fraction.slice(6).replace(/0/g, '')) return undefined;
  const milliseconds = Date.parse(`${day}T${clock}${zone ?? 'Z'}`);
  if (Number.isNaN(milliseconds)) return undefined;
  return BigInt(milliseconds) * 1000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
}

export function readClockMicros(text: string): bigint | undefined {
  const [, hours, minutes, seconds, fraction = ''] =
    /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (!hours || fraction.slice(6).replace(/0/g, '')) return undefined;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return BigInt(whole) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
}

export function readDays(text: string): number | undefined {
  const milliseconds = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // JavaScript takes 30 February for the second of March.
  if (Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(text)) return undefined;
  return milliseconds / 86_400_000;
}

/** Reads a decimal's digits as one integer, shifted by its scale. */
export function readUnscaled(text: string, scale: number): bigint {
  const [, sign, whole, fraction = ''] = /^([-+]?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`no decimal: ${text}`);
  const value = BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale) || '0');
  return sign === '-' ? -value : value;
}
