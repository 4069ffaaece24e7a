import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawChart } from './chart.ts';
import type { Report } from './figure.ts';
import { writeTable } from './table.ts';

/** Writes the table as Markdown, everything as JSON, and each chart as SVG into a folder. */
export function writeReport(folder: string, report: Report): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'figures.md'), `${writeTable(report)}\n`);
  writeFileSync(join(folder, 'figures.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  for (const chart of report.charts) writeFileSync(join(folder, `${chart.id}.svg`), drawChart(chart));
}

const [begin, end] = ['<!-- figures: begin -->', '<!-- figures: end -->'];

/** Replaces the table between two comments of a document. */
export function replaceTable(path: string, table: string): void {
  const text = readFileSync(path, 'utf8');
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${path} has no place for the figures`);
  writeFileSync(path, `${text.slice(0, before + begin.length)}\n${table}\n${text.slice(after)}`);
}
