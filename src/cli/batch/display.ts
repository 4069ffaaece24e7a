import type { FileReport } from './report.ts';

/** Shows how a batch gets on. */
export interface Display {
  begin(name: string): FileDisplay;
  /** Says a line without disturbing what is shown. */
  say(line: string): void;
  close(): void;
}

export interface FileDisplay {
  progress(percent: number, doing: string): void;
  end(report: FileReport): void;
}
