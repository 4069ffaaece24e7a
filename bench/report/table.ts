import { median } from '../measure.ts';
import { type Figure, type Report, type Side, spread } from './figure.ts';

/** Writes a number with three significant digits. */
const write = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

function writeSide({ values }: Side, unit: Figure['unit']): string {
  const deviation = spread(values);
  return `${write(median(values))} ${unit}${deviation === undefined ? '' : ` ± ${deviation.toFixed(0)} %`}`;
}

/** Writes how Filemill does relative to another program: its share of a rate, or its multiple of a time. */
function compare({ ours, unit }: Figure, other: Side): string {
  const ratio = median(ours.values) / median(other.values);
  return unit === 'a second' ? `${(100 * ratio).toFixed(0)} % of the rate` : `${ratio.toFixed(2)} ×`;
}

function listRows(figure: Figure): string[] {
  const { title, ours, unit, others, goal = '' } = figure;
  const own = writeSide(ours, unit);
  if (others.length === 0) return [`| ${title} | ${own} | | | ${goal} |`];
  return others.map((other, index) => {
    const start = index === 0 ? `${title} | ${own}` : ' |';
    return `| ${start} | ${other.name}: ${writeSide(other, unit)} | ${compare(figure, other)} | ${index === 0 ? goal : ''} |`;
  });
}

/** Writes all figures as one Markdown table, below a sentence about the machine. */
export function writeTable({ machine, rounds, figures }: Report): string {
  const { date, processor, cores, memoryGb, node, load } = machine;
  return [
    `Measured on ${date}: ${processor}, ${cores} cores, ${memoryGb} GB of memory, Node ${node}, ${rounds} rounds. The load average was ` +
      `${load[0].toFixed(1)} at the beginning and ${load[1].toFixed(1)} at the end. Figures are the median of the rounds ± the standard deviation.`,
    '',
    '| | Filemill | compared with | relative to it | goal |',
    '|---|---|---|---|---|',
    ...figures.flatMap(listRows),
  ].join('\n');
}
