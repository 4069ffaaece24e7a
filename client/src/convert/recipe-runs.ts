import type { PublicPaths, RecipeRun, RunSettings } from '../api/types.ts';
import type { Api } from '../core/api.ts';
import type { Artifacts } from '../resources/artifacts.ts';
import type { Recipes } from '../resources/recipes.ts';
import { type Runs, requireRunCompleted } from '../resources/runs.ts';
import {
  describeRemote,
  type FileInput,
  type InputOptions,
  isRemote,
  openInput,
  type RemoteFile,
} from '../transfers/input.ts';
import { upload } from '../transfers/upload.ts';
import { describeInput } from './conversions.ts';
import type { Watching } from './progress.ts';
import { iterate, Result } from './result.ts';
import { appendSettings, pickSettings } from './settings.ts';
import { oneRequestMs } from './work.ts';

/** A file that the service already stores: an artifact, or an output of a job. */
export type KeptFile = { artifactId: string } | { jobId: string; outputIndex?: number };

type RunFile = FileInput | KeptFile | RemoteFile;

export interface RunOptions extends InputOptions, Omit<Watching, 'onPartialText'>, RunSettings {}

interface Resources {
  artifacts: Artifacts;
  recipes: Recipes;
  runs: Runs;
}

const isKept = (file: RunFile): file is KeptFile =>
  typeof file === 'object' && ('artifactId' in file || 'jobId' in file);

/** Runs a recipe on a file in one call. */
export class RecipeRuns {
  readonly #api: Api<PublicPaths>;
  readonly #resources: Resources;

  constructor(api: Api<PublicPaths>, resources: Resources) {
    this.#api = api;
    this.#resources = resources;
  }

  async run(recipeId: string, file: RunFile, options: RunOptions): Promise<Result> {
    const { runs } = this.#resources;
    const { onProgress, signal } = options;
    const { id } = await this.#start(recipeId, file, options);
    try {
      const run = await runs.wait(id, {
        signal,
        onState: ({ status, progress }) => {
          if (status === 'queued') onProgress?.({ stage: 'queued', jobId: id });
          else if (status === 'running') onProgress?.({ stage: 'processing', jobId: id, progress });
        },
      });
      return this.#makeResult(requireRunCompleted(run));
    } catch (error) {
      if (signal?.aborted) await runs.cancel(id).catch(() => {});
      throw error;
    }
  }

  async #start(recipeId: string, file: RunFile, options: RunOptions): Promise<RecipeRun> {
    const { signal, deleteAfterDownload, retentionHours } = options;
    // A file that is uploaded by itself is kept by itself. One that is sent with the run is deleted with the run's files.
    if (!isKept(file) && !isRemote(file) && (deleteAfterDownload || retentionHours !== undefined))
      return this.#sendInOneRequest(recipeId, file, options);
    const input = await this.#chooseInput(file, options);
    return this.#resources.recipes.run(recipeId, { ...input, ...pickSettings(options) }, { signal });
  }

  async #sendInOneRequest(recipeId: string, file: FileInput, options: RunOptions): Promise<RecipeRun> {
    const { data, filename, contentType, close } = await openInput(file, options);
    try {
      const form = new FormData();
      appendSettings(form, options);
      form.append('file', data.slice(0, data.size, contentType), filename);
      return await this.#api.send<RecipeRun>(
        'POST',
        '/run/recipes/{id}',
        {
          path: { id: recipeId },
          query: { wait: 0 },
          rawBody: form,
          headers: { accept: 'application/json' },
          idempotencyKey: true,
          timeoutMs: oneRequestMs,
          signal: options.signal,
        },
        response => response.json() as Promise<RecipeRun>,
      );
    } finally {
      await close();
    }
  }

  async #chooseInput(file: RunFile, options: RunOptions) {
    if (isRemote(file)) return describeRemote(file, options);
    if (isKept(file))
      return 'artifactId' in file
        ? { inputArtifactId: file.artifactId }
        : { inputJobId: file.jobId, inputOutputIndex: file.outputIndex ?? 0 };
    const { onProgress, signal } = options;
    const input = await openInput(file, options);
    try {
      const artifact = await this.#resources.artifacts.create(describeInput(input), { signal });
      await upload(this.#api.transport, artifact.upload!.url, input.data, {
        headers: artifact.upload!.headers,
        resumableUrl: artifact.upload!.resumableUrl,
        signal,
        onProgress: progress => onProgress?.({ stage: 'uploading', ...progress }),
      });
      return { inputArtifactId: artifact.id };
    } finally {
      await input.close();
    }
  }

  #makeResult(run: RecipeRun): Result {
    const { runs } = this.#resources;
    const result = run.result!;
    const outputs = {
      result,
      reload: async (options: object) => (await runs.get(run.id, options)).result!,
      each: (options: object) =>
        result.fileCount > result.files.length ? runs.eachFile(run.id, options) : iterate(result.files),
    };
    return new Result(this.#api.transport, outputs, { run });
  }
}
