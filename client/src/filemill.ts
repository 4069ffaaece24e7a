import type { Estimate, PublicPaths, ServiceMap } from './api/types.ts';
import {
  type CombineOptions,
  Conversions,
  type ConvertOptions,
  type MergeOptions,
  type SeveralFiles,
} from './convert/conversions.ts';
import { type KeptFile, RecipeRuns, type RunOptions } from './convert/recipe-runs.ts';
import type { Result } from './convert/result.ts';
import { Api, type CallOptions } from './core/api.ts';
import { readBaseUrl } from './core/base-url.ts';
import { type ClientOptions, Transport } from './core/transport.ts';
import { Artifacts } from './resources/artifacts.ts';
import { Batches } from './resources/batches.ts';
import { Connections } from './resources/connections.ts';
import { Events } from './resources/events.ts';
import { GoldenFiles } from './resources/golden-files.ts';
import { Jobs } from './resources/jobs.ts';
import { Recipes } from './resources/recipes.ts';
import { Runs } from './resources/runs.ts';
import { JobTypes, readServiceMap, UsageResource } from './resources/service.ts';
import { Triggers } from './resources/triggers.ts';
import { Deliveries, Webhooks } from './resources/webhooks.ts';
import type { FileInput, RemoteFile } from './transfers/input.ts';
import { type UploadOptions, upload } from './transfers/upload.ts';

export interface FilemillOptions extends ClientOptions {
  /** The address of the service, such as `http://127.0.0.1:3001`, optionally with the path of its public API. */
  baseUrl: string;
  apiKey: string;
}

/** The public API, with a key. */
export class Filemill {
  readonly jobs: Jobs;
  readonly batches: Batches;
  readonly recipes: Recipes;
  readonly runs: Runs;
  readonly artifacts: Artifacts;
  readonly events: Events;
  readonly jobTypes: JobTypes;
  readonly usage: UsageResource;
  readonly webhooks: Webhooks;
  readonly connections: Connections;
  readonly goldenFiles: GoldenFiles;
  readonly triggers: Triggers;
  readonly deliveries: Deliveries;
  readonly #api: Api<PublicPaths>;
  readonly #conversions: Conversions;
  readonly #recipeRuns: RecipeRuns;

  constructor({ baseUrl, apiKey, headers, ...options }: FilemillOptions) {
    const transport = new Transport({
      ...options,
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
    });
    const api = new Api<PublicPaths>(transport, readBaseUrl(baseUrl, '/api/public'));
    this.#api = api;
    this.jobs = new Jobs(api);
    this.batches = new Batches(api);
    this.recipes = new Recipes(api);
    this.runs = new Runs(api);
    this.artifacts = new Artifacts(api);
    this.events = new Events(api);
    this.jobTypes = new JobTypes(api);
    this.usage = new UsageResource(api);
    this.webhooks = new Webhooks(api);
    this.connections = new Connections(api);
    this.goldenFiles = new GoldenFiles(api);
    this.triggers = new Triggers(api);
    this.deliveries = new Deliveries(api);
    this.#recipeRuns = new RecipeRuns(api, this);
    this.#conversions = new Conversions(api, this.jobs, this.jobTypes);
  }

  /**
   * Converts a file. Small files are sent in one request, larger ones in parts that survive a broken connection.
   *
   *     const result = await filemill.convert('report.docx', { to: 'pdf' });
   *     await result.saveTo('report.pdf');
   */
  convert(file: FileInput | RemoteFile, options: ConvertOptions): Promise<Result> {
    return this.#conversions.convert(file, options);
  }

  /** Says what `convert` would take: time, operations, credits, and whether the options fit. Nothing is converted. */
  estimate(file: FileInput, options: ConvertOptions): Promise<Estimate> {
    return this.#conversions.estimate(file, options);
  }

  /** Merges several PDFs in the given order. */
  merge(files: (FileInput | RemoteFile)[], options: MergeOptions = {}): Promise<Result> {
    return this.combine(files, { type: 'pdf-merge', ...options });
  }

  /**
   * Runs a job type that takes several files, in the given order or by their roles.
   *
   *     await filemill.combine({ video: 'a.mp4', subtitles: 'a.srt' }, { type: 'video-convert', options });
   */
  combine(files: SeveralFiles, options: CombineOptions): Promise<Result> {
    return this.#conversions.combine(files, options);
  }

  /** Runs a recipe on a file, or on one that the service already stores. */
  run(recipeId: string, file: FileInput | KeptFile | RemoteFile, options: RunOptions = {}): Promise<Result> {
    return this.#recipeRuns.run(recipeId, file, options);
  }

  /** Returns the map of the API: its endpoints and job types. */
  map(options: CallOptions = {}): Promise<ServiceMap> {
    return readServiceMap(this.#api, options);
  }

  /** Uploads a file to a signed URL. */
  upload(url: string, data: Blob, options: UploadOptions = {}): Promise<void> {
    return upload(this.#api.transport, url, data, options);
  }
}
