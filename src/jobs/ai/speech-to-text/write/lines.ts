/** The widest line of a subtitle in Latin letters; East Asian ones count twice. */
export const lineWidth = 42;

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

export const measureWidth = (text: string): number =>
  [...text].reduce((width, letter) => width + (wide.test(letter) ? 2 : 1), 0);

/** Breaks a text into one line or two of similar width; undefined if it does not fit into two. */
export function breakIntoLines(pieces: readonly string[]): string[] | undefined {
  const whole = pieces.join('').trim();
  if (measureWidth(whole) <= lineWidth) return [whole];
  let best: { lines: string[]; uneven: number } | undefined;
  for (let at = 1; at < pieces.length; at++) {
    const lines = [pieces.slice(0, at), pieces.slice(at)].map(part => part.join('').trim());
    const [first, second] = lines.map(measureWidth) as [number, number];
    const uneven = Math.abs(first - second);
    if (Math.max(first, second) <= lineWidth && (!best || uneven < best.uneven)) best = { lines, uneven };
  }
  return best?.lines;
}
