import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Value } from 'typebox/value';
import { JobFailure } from '../../../contract/failure.ts';
import type { Warning } from '../../../contract/warnings.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { findFiles, loadFiles } from '../../../job-and-engine-folders.ts';
import type { JobType } from '../../job-type.ts';
import type { RunContext, RunInput, RunResult } from '../../run.ts';

/** A file that became a PDF. */
export interface ConvertedInput {
  path: string;
  engines: string[];
  warnings: Warning[];
  /** True if it was a picture, which has no paper of its own. */
  isPicture: boolean;
}

const target = { outputFormat: 'pdf' };

/** Finds the job type that converts a format to PDF without any further option. */
export async function findConverter(format: FormatId): Promise<JobType | undefined> {
  const declared = await loadFiles<{ job: JobType }>('jobs', 'job.ts');
  return [...declared.values()]
    .map(({ job }) => job)
    .filter(({ converts, accepts }) => converts === 'format' && accepts.includes(format))
    .find(job => {
      const options = Value.Default(job.options, { ...target });
      try {
        return (
          Value.Check(job.options, options) && job.resolve({ input: format, options }).outputs[0] === 'pdf'
        );
      } catch {
        return false;
      }
    });
}

/** Converts a file to PDF with the job type that does so, in a folder of its own. */
export async function convertInput(
  input: RunInput,
  context: Pick<RunContext<unknown>, 'begin' | 'measure' | 'progress'>,
  { dir, password }: { dir: string; password: string | undefined },
): Promise<ConvertedInput> {
  const job = await findConverter(input.format);
  const path = job && findFiles('jobs', 'run.ts').get(job.id);
  if (!job || path === undefined)
    throw new JobFailure('unsupported_content', `no way from ${input.format} to PDF`);
  const { run } = (await import(pathToFileURL(path).href)) as {
    run(context: RunContext<unknown>): Promise<RunResult>;
  };
  await mkdir(dir);
  const secret = password !== undefined && 'password' in job.options.properties ? { password } : {};
  const {
    outputs,
    engines,
    warnings = [],
  } = await run({
    inputs: [input],
    options: Value.Default(job.options, { ...target, ...secret }),
    dir,
    begin: context.begin,
    measure: context.measure,
    progress: context.progress,
    models: [],
    infer: () => Promise.reject(new JobFailure('engine_error', 'no model is run to merge')),
    timestamp: () => Promise.reject(new JobFailure('engine_error', 'nothing is signed to merge')),
    partial: () => {},
    charge: () => Promise.resolve(),
  });
  const [made] = outputs.filter(({ format }) => format === 'pdf');
  if (!made) throw new JobFailure('unsupported_content', `${input.format} did not become a PDF`);
  return { path: made.path, engines, warnings, isPicture: job.tabs[0].id === 'image' };
}
