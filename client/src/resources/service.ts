import type { JobType, PublicPaths, ServiceMap, Usage } from '../api/types.ts';
import type { Api, CallOptions } from '../core/api.ts';

/** Job types: what this installation can do, with the schema of each one's options. */
export class JobTypes {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  async list({ signal }: CallOptions = {}): Promise<JobType[]> {
    return (await this.#api.get('/job-types', { signal })).jobTypes;
  }
}

/** Usage: what is left of the plan. */
export class UsageResource {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  get({ signal }: CallOptions = {}): Promise<Usage> {
    return this.#api.get('/usage', { signal });
  }
}

/** The map of the API. */
export const readServiceMap = (api: Api<PublicPaths>, { signal }: CallOptions = {}): Promise<ServiceMap> =>
  api.get('/', { signal });
