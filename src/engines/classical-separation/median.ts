/**
 * Computes the running median of `count` values that lie `step` apart from `first` on, each over the `width` (an odd
 * number) of them around it, at the ends over fewer. The medians are written to the same places of `to`.
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
