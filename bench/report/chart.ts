import { escapeHtml } from '../../src/markup/escape-html.ts';
import type { Chart } from './figure.ts';

const [width, height] = [640, 360];
const frame = { left: 70, right: 20, top: 60, bottom: 50 };
/** Readable on white and on black. */
const colours = ['#2f7d6d', '#d0763a', '#6c6fc4', '#b3467f', '#8a8d2b'];

/** Returns the powers of ten around the values, which both axes are divided by. */
function findDecades(values: number[]): [number, number] {
  const positive = values.filter(value => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive)));
  return [low, Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive))))];
}

const decades = ([low, high]: [number, number]): number[] =>
  Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));

const write = (value: number): string =>
  value >= 1 ? Math.round(value).toLocaleString('en-US') : String(value);

/** Draws lines over two logarithmic axes as an SVG file that needs no other file. */
export function drawChart({ title, x, y, series }: Chart): string {
  const points = series.flatMap(each => each.points);
  const xs = [...new Set(points.map(([at]) => at))].toSorted((a, b) => a - b);
  const [first, last] = [Math.log10(xs[0]!), Math.log10(xs.at(-1)!)];
  const ys = findDecades(points.map(([, value]) => value));
  const right = width - frame.right;
  const bottom = height - frame.bottom;
  const placeX = (value: number) =>
    frame.left + ((Math.log10(value) - first) / (last - first || 1)) * (right - frame.left);
  const placeY = (value: number) =>
    bottom - ((Math.log10(value) - ys[0]) / (ys[1] - ys[0])) * (bottom - frame.top);
  const text = (at: [number, number], content: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${escapeHtml(content)}</text>`;
  const parts = [
    text([frame.left, 20], title, 'font-weight="bold"'),
    ...decades(ys).flatMap(value => [
      `<line x1="${frame.left}" x2="${right}" y1="${placeY(value).toFixed(1)}" y2="${placeY(value).toFixed(1)}" stroke="#8884"/>`,
      text([frame.left - 8, placeY(value) + 4], write(value), 'text-anchor="end"'),
    ]),
    ...xs.map(value => text([placeX(value), bottom + 18], write(value), 'text-anchor="middle"')),
    text([(frame.left + right) / 2, height - 12], x, 'text-anchor="middle"'),
    text(
      [16, (frame.top + bottom) / 2],
      y,
      `text-anchor="middle" transform="rotate(-90 16 ${(frame.top + bottom) / 2})"`,
    ),
  ];
  let legend = frame.left;
  for (const [index, { name, points: line }] of series.entries()) {
    const colour = colours[index % colours.length]!;
    const path = line.map(([at, value]) => `${placeX(at).toFixed(1)},${placeY(value).toFixed(1)}`);
    parts.push(
      `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...path.map(
        each => `<circle cx="${each.split(',')[0]}" cy="${each.split(',')[1]}" r="3" fill="${colour}"/>`,
      ),
      `<rect x="${legend}" y="32" width="12" height="12" fill="${colour}"/>`,
      text([legend + 18, 42], name),
    );
    legend += 40 + name.length * 7;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(title)}" font-family="sans-serif" font-size="12" fill="#777">\n${parts.join('\n')}\n</svg>\n`;
}
