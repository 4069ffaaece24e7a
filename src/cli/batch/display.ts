import type { FileReport } from './report.ts';

/** Shows the progress of a batch. */
export interface Display {
  begin(name: string): FileDisplay;
  /** Prints a line without disturbing the progress. */
  say(line: string): void;
  close(): void;
}

export interface FileDisplay {
  progress(percent: number, doing: string): void;
  end(report: FileReport): void;
}
