/**
 * Computes the running median of `count` values, which start at `first` and are `step` apart. Each median is taken over the `width`
 * values around it (an odd number), or over fewer at the ends, and is written to the same index of `to`.
 */
export function runMedian(
  from: Float32Array,
  to: Float32Array,
  { first, step, count, width }: { first: number; step: number; count: number; width: number },
): void {
  const half = (width - 1) / 2;
  const sorted = new Float32Array(width);
  let held = 0;
  const findPlace = (value: number): number => {
    let place = 0;
    while (place < held && sorted[place]! < value) place++;
    return place;
  };
  for (let at = -half; at < count; at++) {
    const [gone, come] = [at - half - 1, at + half];
    if (gone >= 0) {
      const place = findPlace(from[first + gone * step]!);
      sorted.copyWithin(place, place + 1, held--);
    }
    if (come < count) {
      const value = from[first + come * step]!;
      const place = findPlace(value);
      sorted.copyWithin(place + 1, place, held++);
      sorted[place] = value;
    }
    if (at >= 0) to[first + at * step] = sorted[held >> 1]!;
  }
}
