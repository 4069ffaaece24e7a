import type { PublicPaths, ServiceMap } from './api/types.ts';
import { Api, type CallOptions } from './core/api.ts';
import { readBaseUrl } from './core/base-url.ts';
import { type ClientOptions, Transport } from './core/transport.ts';
import { Artifacts } from './resources/artifacts.ts';
import { Events } from './resources/events.ts';
import { Jobs } from './resources/jobs.ts';
import { Recipes } from './resources/recipes.ts';
import { Runs } from './resources/runs.ts';
import { JobTypes, readServiceMap, UsageResource } from './resources/service.ts';
import { type UploadOptions, upload } from './transfers/upload.ts';

export interface FilemillOptions extends ClientOptions {
  /** The address of the service, `http://127.0.0.1:3001` or with the path of its public API. */
  baseUrl: string;
  apiKey: string;
}

/** The public API, with a key. */
export class Filemill {
  readonly jobs: Jobs;
  readonly recipes: Recipes;
  readonly runs: Runs;
  readonly artifacts: Artifacts;
  readonly events: Events;
  readonly jobTypes: JobTypes;
  readonly usage: UsageResource;
  readonly #api: Api<PublicPaths>;

  constructor({ baseUrl, apiKey, headers, ...options }: FilemillOptions) {
    const transport = new Transport({
      ...options,
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
    });
    const api = new Api<PublicPaths>(transport, readBaseUrl(baseUrl, '/api/public'));
    this.#api = api;
    this.jobs = new Jobs(api);
    this.recipes = new Recipes(api);
    this.runs = new Runs(api);
    this.artifacts = new Artifacts(api);
    this.events = new Events(api);
    this.jobTypes = new JobTypes(api);
    this.usage = new UsageResource(api);
  }

  /** The map of the API: its endpoints and job types. */
  map(options: CallOptions = {}): Promise<ServiceMap> {
    return readServiceMap(this.#api, options);
  }

  /** Sends a file to a signed upload address. */
  upload(url: string, data: Blob, options: UploadOptions = {}): Promise<void> {
    return upload(this.#api.transport, url, data, options);
  }
}
