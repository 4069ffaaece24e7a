/** Reads `1:02:03,456`, `02:03.4` or `3.4` as seconds; undefined where it is no time. */
export function readTime(text: string): number | undefined {
  const found = /^(?:(\d+):)?(?:(\d{1,2}):)?(\d{1,2})(?:[.,](\d{1,9}))?$/.exec(text.trim());
  if (!found) return undefined;
  const [, first, second, rest, fraction = ''] = found;
  const [hours, minutes] =
    second === undefined ? [0, Number(first ?? 0)] : [Number(first ?? 0), Number(second)];
  return hours * 3600 + minutes * 60 + Number(rest) + Number(`0.${fraction || 0}`);
}

/** Writes seconds as `01:02:03.456`, with `digits` after the mark. */
export function writeTime(seconds: number, mark: string, digits = 3, hourDigits = 2): string {
  const units = Math.round(seconds * 10 ** digits);
  const whole = Math.floor(units / 10 ** digits);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = String(Math.floor(whole / 3600)).padStart(hourDigits, '0');
  const fraction = String(units % 10 ** digits).padStart(digits, '0');
  return `${hours}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${mark}${fraction}`;
}
