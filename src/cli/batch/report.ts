import { isAbsolute, relative } from 'node:path';
import { type ResultWarning, WorkFailed } from '../backend/backend.ts';
import { describeError } from '../describe-error.ts';
import { CommandError, type ExitCode, exitCodes } from '../exit-codes.ts';
import { makePrintable } from '../output.ts';

/** The result of one file, as printed by `--json`. */
export interface FileReport {
  input: string;
  status: 'completed' | 'failed' | 'canceled';
  jobId?: string;
  outputs?: { path: string; size: number }[];
  warnings?: ResultWarning[];
  error?: { code: string; message: string; diagnosticId?: string };
}

/** The command was ended by Ctrl-C or another signal. */
export class Interrupted extends Error {}

export function makeReport(input: string, error: unknown): FileReport {
  if (error instanceof Interrupted) return { input, status: 'canceled' };
  if (error instanceof WorkFailed) {
    const { code, jobId, diagnosticId } = error;
    return {
      input,
      status: 'failed',
      ...(jobId && { jobId }),
      error: { code, message: describeError(error), ...(diagnosticId && { diagnosticId }) },
    };
  }
  const { name, message } = error as Error;
  const code = name === 'NotOverwritten' ? 'not_overwritten' : 'command_failed';
  return { input, status: 'failed', error: { code, message } };
}

export function chooseExitCode(reports: FileReport[], stopped: unknown): ExitCode {
  if (stopped instanceof Interrupted) return exitCodes.interrupted;
  if (stopped instanceof CommandError) return stopped.exitCode;
  return reports.every(({ status }) => status === 'completed') ? exitCodes.done : exitCodes.filesFailed;
}

/** Shortens a path relative to the current folder. */
function shortenPath(path: string): string {
  const way = relative(process.cwd(), path);
  return isAbsolute(path) && !way.startsWith('..') ? way : path;
}

/** Formats `a.docx → a.pdf` with its warnings, or the reason of the failure. */
export function formatReport({ input, status, outputs = [], warnings = [], error }: FileReport): string {
  if (status === 'completed') {
    const done = `${input} → ${outputs.map(({ path }) => shortenPath(path)).join(', ')}`;
    return makePrintable([done, ...warnings.map(({ message }) => `  ${message}`)].join('\n'));
  }
  return makePrintable(`${input}: ${status === 'canceled' ? 'canceled' : (error?.message ?? 'failed')}`);
}

/** Lists the failures of a batch at its end, where nothing has scrolled away. */
export function summarise(reports: FileReport[]): string | undefined {
  const failed = reports.filter(({ status }) => status !== 'completed');
  if (failed.length === 0 || reports.length === 1) return undefined;
  const lines = failed.map(({ input, status, error }) => {
    const id = error?.diagnosticId ? ` (diagnostic id ${error.diagnosticId})` : '';
    return `  ${input}: ${status === 'canceled' ? 'canceled' : error?.message}${id}`;
  });
  return makePrintable([`${failed.length} of ${reports.length} files failed:`, ...lines].join('\n'));
}
