import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { PartialText } from '../../src/contract/partial-text.ts';
import type { Infer } from '../../src/engines/model.ts';
import { findDeclaredFormat } from '../../src/formats/declared.ts';
import type { FormatId } from '../../src/formats/formats.ts';
import type { JobType } from '../../src/jobs/job-type.ts';
import type { InferCall, RunContext, RunResult } from '../../src/jobs/run.ts';
import { findInstalledModels } from '../../src/models/installed.ts';
import { loadConfig } from '../../src/settings/config.ts';
import type { Work } from '../../src/settings/work.ts';
import { createTimestamps } from '../../src/worker/timestamps/timestamps.ts';

export interface JobRun extends RunResult {
  dir: string;
  progress: number[];
  /** The charged amount, in the job type's unit. */
  charged: number[];
  /** The pieces of work for which the job asked for time. */
  announced: Work[];
  partials: PartialText[];
  [Symbol.asyncDispose](): Promise<void>;
}

export const { modelsDir } = loadConfig(process.env);

/** Runs an engine's model in this process; in production a model host does. */
export async function inferHere(call: InferCall): Promise<Record<string, unknown>> {
  const { progress = () => {}, partial = () => {}, params = {}, engine, model, ...files } = call;
  const { infer } = (await import(`../../src/engines/${engine}/infer.ts`)) as { infer: Infer };
  const { models } = await findInstalledModels(modelsDir, 'default');
  const found = models.find(({ entry }) => entry.name === model);
  if (!found) throw new Error(`the model ${model} is not in ${modelsDir}: npx filemill models pull ${model}`);
  return await infer({
    ...files,
    modelDir: found.dir,
    settings: found.entry.settings ?? {},
    params,
    // Test files share the cores, and several threads of one model would spin while they wait for each other.
    threads: 1,
    progress,
    partial,
  });
}

/**
 * Runs a job type on real files in a separate work folder, as a host would, with options checked and defaults applied;
 * `permissive` runs the fallback for excluded models.
 */
export async function runJob<Options extends TObject, Accepted extends FormatId>(
  job: JobType<Options, Accepted>,
  run: (context: RunContext<Static<Options>, Accepted>) => Promise<RunResult>,
  files: string | string[],
  options: Record<string, unknown> = {},
  {
    permissive = false,
    timestampServers = [],
  }: { permissive?: boolean; timestampServers?: readonly string[] } = {},
): Promise<JobRun> {
  const dir = await mkdtemp(join(tmpdir(), 'filemill-run-'));
  const dispose = () => rm(dir, { recursive: true, force: true });
  try {
    const filled = Value.Default(job.options, structuredClone(options)) as Static<Options>;
    if (!Value.Check(job.options, filled))
      throw new Error(`options: ${JSON.stringify(Value.Errors(job.options, filled))}`);
    const [first, ...others] = await Promise.all(
      [files].flat().map(async (file, index) => {
        const path = join(dir, `input-${index}`);
        await copyFile(file, path);
        const format = findDeclaredFormat('', basename(file));
        if (!format) throw new Error(`no format for ${file}`);
        return {
          path,
          filename: basename(file),
          // A job refuses files it does not accept itself.
          format: format as Accepted,
          size: (await stat(path)).size,
        };
      }),
    );
    if (!first) throw new Error('no input');
    const { models = [], instead } = job.resolve({ input: first.format, options: filled });
    const progress: number[] = [];
    const charged: number[] = [];
    const announced: Work[] = [];
    const partials: PartialText[] = [];
    const result = await run({
      inputs: [first, ...others],
      options: filled,
      models: permissive && instead ? (instead.models ?? []) : models,
      dir,
      progress: percent => progress.push(percent),
      begin: work => announced.push(work),
      measure: async () => {},
      infer: inferHere,
      charge: async units => void charged.push(units),
      timestamp: digest => createTimestamps(timestampServers).ask(digest, new AbortController().signal),
      partial: text => partials.push(text),
    });
    return { ...result, dir, progress, charged, announced, partials, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
