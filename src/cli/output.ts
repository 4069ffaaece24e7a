import { transpose, zip } from '../lists.ts';

/** Removes control characters other than line breaks: a server's text must not move the cursor or retitle the terminal. */
export const makePrintable = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, '');

export interface JsonFlag {
  json?: boolean;
}

/** Prints either for people or for programs: with `--json`, exactly one JSON value. */
export function print(json: boolean | undefined, value: unknown, text: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${makePrintable(text())}\n`);
}

/** Pads columns to their widest cell. */
export function formatTable(rows: string[][]): string {
  const widths = transpose(rows).map(cells => Math.max(...cells.map(cell => cell.length)));
  return rows
    .map(row =>
      zip(row, widths)
        .map(([cell, width]) => cell.padEnd(width))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
