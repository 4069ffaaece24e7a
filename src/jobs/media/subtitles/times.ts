import { formatClock } from '../../../text.ts';

/** Reads `1:02:03,456`, `02:03.4` or `3.4` as seconds; undefined if it is no time. */
export function readTime(text: string): number | undefined {
  const found = /^(?:(\d+):)?(?:(\d{1,2}):)?(\d{1,2})(?:[.,](\d{1,9}))?$/.exec(text.trim());
  if (!found) return undefined;
  const [, first, second, rest, fraction = ''] = found;
  const [hours, minutes] =
    second === undefined ? [0, Number(first ?? 0)] : [Number(first ?? 0), Number(second)];
  return hours * 3600 + minutes * 60 + Number(rest) + Number(`0.${fraction || 0}`);
}

/** Writes seconds as `01:02:03.456`, with `digits` after the mark. */
export function writeTime(seconds: number, mark: string, digits = 3, hourDigits: 1 | 2 = 2): string {
  const units = Math.round(seconds * 10 ** digits);
  const whole = Math.floor(units / 10 ** digits);
  const clock = formatClock(whole);
  const fraction = String(units % 10 ** digits).padStart(digits, '0');
  return `${hourDigits === 1 ? clock.replace(/^0/, '') : clock}${mark}${fraction}`;
}
