import type { FormatId } from '../../../formats/formats.ts';
import type { Run, RunResult } from '../../run.ts';
import type { job } from './job.ts';

export type Context = Parameters<Run<typeof job>>[0];

/** A file that another job type shows, and the folder for what it writes. */
export interface Source {
  path: string;
  format: FormatId;
  dir: string;
}

/** Runs another job type on a file; that type reads every format of its kind, though its declaration names only some. */
export const runOn = (
  run: (context: never) => Promise<RunResult>,
  context: Context,
  { path, format, options, dir }: Source & { options: object },
): Promise<RunResult> => {
  const [input] = context.inputs;
  return run({ ...context, dir, options, inputs: [{ ...input, path, format }] } as never);
};
