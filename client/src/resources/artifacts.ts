import type { Artifact, NewArtifact, PublicPaths } from '../api/types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { FilemillError } from '../core/errors.ts';
import { type Download, openDownload } from '../transfers/download.ts';

/** Artifacts: stored files. */
export class Artifacts {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  /**
   * Creates an artifact for a file to upload separately: send the file to `uploadUrl`, then pass the id to jobs and
   * runs.
   */
  create(artifact: NewArtifact, { signal }: CallOptions = {}): Promise<Artifact> {
    return this.#api.post('/artifacts', { body: artifact, signal });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Artifact> {
    return this.#api.get('/artifacts/{id}', { path: { id }, signal });
  }

  download(id: string, { signal }: CallOptions = {}): Promise<Download> {
    return openDownload(this.#api.transport, {
      url: undefined,
      refresh: async () => {
        const { downloadUrl } = await this.get(id, { signal });
        if (downloadUrl === undefined)
          throw new FilemillError('invalid_input', `The bytes of ${id} have not been uploaded yet.`);
        return downloadUrl;
      },
      signal,
    });
  }
}
