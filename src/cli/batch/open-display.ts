import type { Display, FileDisplay } from './display.ts';
import { type FileReport, formatReport } from './report.ts';

/** Prints one line per finished file, for logs and other programs. */
class Lines implements Display {
  begin(): FileDisplay {
    return { progress: () => {}, end: report => this.#tell(report) };
  }

  #tell(report: FileReport): void {
    const stream = report.status === 'completed' ? process.stdout : process.stderr;
    stream.write(`${formatReport(report)}\n`);
  }

  say(line: string): void {
    process.stderr.write(`${line}\n`);
  }

  close(): void {}
}

const nothing: Display = { begin: () => ({ progress() {}, end() {} }), say() {}, close() {} };

/**
 * Chooses bars for a terminal, lines otherwise, and nothing if JSON or the result itself goes to standard
 * output.
 */
export async function openDisplay(count: number, mode: { silent: boolean }): Promise<Display> {
  if (mode.silent && !process.stderr.isTTY) return nothing;
  if (!process.stderr.isTTY) return new Lines();
  const { Bars } = await import('./bars.ts');
  return new Bars(process.stderr, mode.silent ? process.stderr : process.stdout, count);
}
