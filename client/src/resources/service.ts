import type { JobType, PublicPaths, ServiceMap, Usage } from '../api/types.ts';
import type { Api, CallOptions } from '../core/api.ts';

/** The job types of this installation, with the schemas of their options. */
export class JobTypes {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  async list({ signal }: CallOptions = {}): Promise<JobType[]> {
    return (await this.#api.get('/job-types', { signal })).jobTypes;
  }
}

/** The usage of the plan. */
export class UsageResource {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  get({ signal }: CallOptions = {}): Promise<Usage> {
    return this.#api.get('/usage', { signal });
  }
}

/** Returns the map of the API. */
export const readServiceMap = (api: Api<PublicPaths>, { signal }: CallOptions = {}): Promise<ServiceMap> =>
  api.get('/', { signal });
