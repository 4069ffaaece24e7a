import { spawn } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JobFailure } from '../contract/failure.ts';
import type { Warning } from '../contract/warnings.ts';
import type { Config } from '../settings/config.ts';
import { limits } from '../settings/limits.ts';
import { makeHostTask } from '../worker/host-task.ts';
import type { TakenOutput } from '../worker/hosts/outputs.ts';
import type { FindModel } from '../worker/models/model.ts';
import { createHosts, type Hosts, type HostsSettings } from '../worker/running/hosts.ts';
import { chooseCacheFolder } from './cache-folder.ts';
import type { Plan } from './plan.ts';

/** An output of a job, in the given folder. */
export interface MadeFile {
  path: string;
  filename: string;
  format: string;
  size: number;
  metadata: Record<string, string | number | boolean>;
}

export interface RunOptions {
  /** An empty folder for the outputs. */
  dir: string;
  signal: AbortSignal;
  onProgress(percent: number): void;
  onWarning(warning: Warning): void;
}

const quiet: HostsSettings['log'] = { debug() {}, info() {}, warn() {}, error() {} };
/** This machine counts as one workspace, so its hosts are reused for all files. */
const workspaceId = 'local';

async function saveOutput(
  { file, size, filename, format, metadata = {} }: TakenOutput,
  path: string,
  movable: boolean,
): Promise<MadeFile> {
  if (typeof file !== 'string') await writeFile(path, file);
  else if (
    !movable ||
    !(await rename(file, path).then(
      () => true,
      () => false,
    ))
  ) {
    await copyFile(file, path, constants.COPYFILE_FICLONE);
    // A host that still had the file open may have written more.
    if ((await stat(path)).size > size) await truncate(path, size);
  }
  // Gives the file the usual permissions, because files taken from a host are readable only by their owner.
  await chmod(path, 0o666 & ~process.umask());
  return { path, filename, format, size, metadata };
}

/** Logs for benchmarks that the host has loaded everything and the job starts. */
function logStart(jobType: string): void {
  process.stderr.write(`filemill: ${jobType} starts ${Math.round(performance.now())} ms after the command\n`);
}

/** Runs jobs on this machine in sandboxed hosts, which live until it is closed. */
export class LocalRunner {
  readonly #config: Config;
  #hosts: Promise<Hosts> | undefined;
  #findModel: FindModel = () => undefined;

  constructor(config: Config) {
    this.#config = config;
  }

  /** Starts the first host before it is known which job it will run. Resolves when the start is under way. */
  async startAhead(): Promise<void> {
    // If this machine cannot run jobs, the first job reports it.
    await this.#open().catch(() => {});
  }

  /**
   * Runs a job. Throws a `JobFailure` or the signal's reason. Failures that are our fault are retried, as in
   * the service.
   */
  async run(plan: Plan, options: RunOptions): Promise<MadeFile[]> {
    const resolution = await this.#findModels(plan);
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#runOnce({ ...plan, resolution }, options);
      } catch (error) {
        const isOurs = error instanceof JobFailure && error.reason === 'engine_error';
        if (!isOurs || options.signal.aborted || attempt === limits.attempts) throw error;
      }
  }

  async #findModels({ job, resolution }: Plan): Promise<Plan['resolution']> {
    const { models = [], optionalEngine } = resolution;
    if (models.length > 0)
      this.#findModel = await (await import('./models.ts')).requireModels(this.#config, job.id, models);
    // Only an operator's manifest has optional models: without one, the list of models need not be loaded.
    if (optionalEngine === undefined || !existsSync(join(this.#config.modelsDir, 'manifest.json')))
      return resolution;
    const { findOptionalModels } = await import('./models.ts');
    const optional = await findOptionalModels(this.#config, job.id, resolution);
    this.#findModel = optional.findModel;
    return optional.resolution;
  }

  async #runOnce({ job, options, inputs, resolution }: Plan, { dir, onWarning, ...listener }: RunOptions) {
    const hosts = await this.#open();
    return await hosts.run({
      ...makeHostTask(job, resolution),
      workspaceId,
      options,
      prepare: async folder => {
        const copies = await Promise.all(
          inputs.map(async (input, index) => {
            const path = join(folder, `input-${index}`);
            await copyFile(input.path, path, constants.COPYFILE_FICLONE);
            return { ...input, path };
          }),
        );
        if (process.env.LOG_LEVEL === 'debug') logStart(job.id);
        return copies;
      },
      collect: async ({ outputs, warnings = [] }, movable) => {
        for (const warning of warnings) onWarning(warning);
        const kept: MadeFile[] = [];
        for (const [index, output] of outputs.entries())
          kept.push(await saveOutput(output, join(dir, `${index}`), movable));
        return kept;
      },
      onPartial: () => {},
      charge: async () => {},
      measure: async () => {},
      ...listener,
    });
  }

  #open(): Promise<Hosts> {
    this.#hosts ??= this.#start();
    return this.#hosts;
  }

  async #start(): Promise<Hosts> {
    const { sandbox, workerConcurrency, modelConcurrency, modelMemoryMb, timestampServers } = this.#config;
    const dir = chooseCacheFolder();
    const hosts = await createHosts({
      dir,
      sandbox,
      maxHosts: workerConcurrency,
      maxModelJobs: modelConcurrency,
      modelMemoryMb,
      timestampServers,
      findModel: name => this.#findModel(name),
      log: quiet,
      cacheModules: 'found',
      spares: 'first',
    });
    if (!hosts.hasCompiledModules && sandbox === 'on') compileModules();
    return hosts;
  }

  async close(): Promise<void> {
    await (await this.#hosts?.catch(() => undefined))?.close();
  }
}

/** Compiles the modules of hosts in another process, so that the first file does not wait for it. */
function compileModules(): void {
  // In the package, the program is compiled.
  const program = fileURLToPath(import.meta.url).replace(/runner(\.[jt]s)$/, 'compile-modules$1');
  spawn(process.execPath, [program], { detached: true, stdio: 'ignore' }).unref();
}
