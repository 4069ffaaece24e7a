import type { Job, JobResult, RecipeRun, ResultFile } from '../api/types.ts';
import type { CallOptions } from '../core/api.ts';
import { FilemillError } from '../core/errors.ts';
import type { Transport } from '../core/transport.ts';
import { type Download, openDownload } from '../transfers/download.ts';
import { isFolder } from '../transfers/files.ts';
import { makeFilenameSeries } from '../transfers/safe-names.ts';

/** The source of a result's files. */
export interface Outputs {
  result: JobResult;
  /** Reads the result again, with renewed download URLs. */
  reload(options: CallOptions): Promise<JobResult>;
  each(options: CallOptions): AsyncIterable<ResultFile>;
}

export interface SaveOptions extends CallOptions {
  overwrite?: boolean;
}

/** The result of a conversion: its files, which the service stores until the job expires. */
export class Result {
  /** The job or the recipe run. */
  readonly job: Job | undefined;
  readonly run: RecipeRun | undefined;
  /** The first hundred files; `eachFile` iterates over all. */
  readonly files: ResultFile[];
  readonly fileCount: number;
  /** Limitations of the result, such as `no_text_layer`. */
  readonly warnings: { code: string; message: string; fileIndex?: number }[];
  readonly #transport: Transport;
  readonly #outputs: Outputs;

  constructor(transport: Transport, outputs: Outputs, made: { job?: Job; run?: RecipeRun }) {
    this.#transport = transport;
    this.#outputs = outputs;
    this.job = made.job;
    this.run = made.run;
    this.files = outputs.result.files;
    this.fileCount = outputs.result.fileCount;
    this.warnings = outputs.result.warnings ?? [];
  }

  eachFile(options: CallOptions = {}): AsyncIterable<ResultFile> {
    return this.#outputs.each(options);
  }

  /** Opens one of the files, by default the first. */
  download(file: ResultFile | undefined = this.files[0], { signal }: CallOptions = {}): Promise<Download> {
    if (!file) throw new FilemillError('artifact_not_found', 'The result has no such file.');
    return openDownload(this.#transport, {
      url: file.downloadUrl,
      refresh: async () => {
        const fresh = await this.#outputs.reload({ signal });
        const listed = fresh.files.find(({ index }) => index === file.index);
        if (listed?.downloadUrl) return listed.downloadUrl;
        for await (const each of this.eachFile({ signal }))
          if (each.index === file.index && each.downloadUrl) return each.downloadUrl;
        throw new FilemillError('artifact_not_found', `${file.filename} is no longer available.`);
      },
      signal,
    });
  }

  /** Opens all files as one ZIP, or the file itself if there is only one. */
  archive({ signal }: CallOptions = {}): Promise<Download> {
    const { archiveUrl } = this.#outputs.result;
    if (!archiveUrl) return this.download(undefined, { signal });
    return openDownload(this.#transport, {
      url: archiveUrl,
      refresh: async () => (await this.#outputs.reload({ signal })).archiveUrl!,
      signal,
    });
  }

  /**
   * Writes one file to a path, or all files into an existing folder; not in browsers. Returns the paths written. Does
   * not overwrite files unless `overwrite` is set. In a folder the server's names are sanitized, and duplicate names
   * are numbered.
   */
  async saveTo(path: string, { overwrite = false, signal }: SaveOptions = {}): Promise<string[]> {
    const folder = await isFolder(path);
    if (!folder && this.fileCount > 1)
      throw new FilemillError(
        'invalid_input',
        `There are ${this.fileCount} files, but ${path} is not a folder.`,
      );
    const nameFile = makeFilenameSeries();
    const written: string[] = [];
    for await (const file of this.eachFile({ signal })) {
      if (written.length >= this.fileCount)
        throw new FilemillError('unexpected_answer', `The server lists more than ${this.fileCount} files.`);
      const to = folder ? `${path.replace(/[/\\]+$/, '')}/${nameFile(file.filename)}` : path;
      await (await this.download(file, { signal })).saveTo(to, { overwrite });
      written.push(to);
    }
    return written;
  }

  /** Returns the bytes of the first file. */
  async bytes(options: CallOptions = {}): Promise<Uint8Array> {
    return (await this.download(undefined, options)).bytes();
  }

  /** Returns the first file as a Blob. */
  async blob(options: CallOptions = {}): Promise<Blob> {
    return (await this.download(undefined, options)).blob();
  }

  /** Returns the text of the first file. */
  async text(options: CallOptions = {}): Promise<string> {
    return (await this.download(undefined, options)).text();
  }

  /** Returns the first file as a stream. */
  async stream(options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return (await this.download(undefined, options)).stream();
  }
}

export async function* iterate<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}
