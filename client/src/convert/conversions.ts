import type { CombiningJobTypeId } from '../api/job-types.ts';
import type { Estimate, Job, JobSettings, NewMerge, PublicPaths, UploadTarget } from '../api/types.ts';
import type { Api } from '../core/api.ts';
import { FilemillError } from '../core/errors.ts';
import type { Jobs } from '../resources/jobs.ts';
import type { JobTypes } from '../resources/service.ts';
import {
  describeRemote,
  type FileInput,
  type InputOptions,
  isRemote,
  type OpenInput,
  openInput,
  type RemoteFile,
} from '../transfers/input.ts';
import { chooseJobType } from './choose.ts';
import type { Watching } from './progress.ts';
import { iterate, Result } from './result.ts';
import { pickSettings } from './settings.ts';
import { type Address, measureInputs, type RoleInput, Work } from './work.ts';

export interface ConvertOptions extends InputOptions, Watching, JobSettings {
  /** The output format, by its name or extension: `pdf`, `jpg`. */
  to?: string | undefined;
  /** The job type, if formats alone are ambiguous: `pdf-compress`, `image-upscale`. `to` is then its `outputFormat`. */
  type?: string | undefined;
  /** The job type's own options. */
  options?: Record<string, unknown> | undefined;
}

export interface MergeOptions extends Watching, JobSettings {
  options?: NewMerge['options'];
}

export interface CombineOptions extends Watching, JobSettings {
  /** A job type that takes several files: `pdf-merge`, `video-convert` with subtitles, or one of an extension. */
  type: CombiningJobTypeId | (string & {});
  options?: Record<string, unknown> | undefined;
}

/** Several files: in order, or by their roles, such as `{ video: 'a.mp4', subtitles: 'a.srt' }`. */
export type SeveralFiles = AnyFile[] | Record<string, AnyFile | AnyFile[]>;
type AnyFile = FileInput | RemoteFile;

/** Lists files with their roles. */
const listFiles = (files: SeveralFiles): { file: AnyFile; role?: string }[] =>
  Array.isArray(files)
    ? files.map(file => ({ file }))
    : Object.entries(files).flatMap(([role, given]) =>
        (Array.isArray(given) ? given : [given]).map(file => ({ file, role })),
      );

/** Files up to this size are sent in one request. Larger files are sent in parts, which survive a broken connection. */
const oneRequestBytes = 8 * 1024 * 1024;

export const describeInput = ({ filename, data, contentType }: OpenInput) => ({
  filename,
  fileSize: data.size,
  contentType,
});

const describeWithRole = (input: RoleInput) => ({
  ...describeInput(input),
  ...(input.role !== undefined && { role: input.role }),
});

/** Returns the options of a conversion. `to` is the output format of a job type that was named. */
const nameOptions = ({ to, type, options = {} }: ConvertOptions): Record<string, unknown> =>
  type !== undefined && to ? { outputFormat: to, ...options } : options;

/** Pairs files with their addresses. The service lists those in the order of the roles. */
function matchUploads(inputs: RoleInput[], uploads: UploadTarget[]): [OpenInput[], Address[]] {
  const left = [...inputs];
  const ordered = uploads.map(({ role }) => {
    const named = left.findIndex(input => input.role === role);
    return left.splice(Math.max(0, named), 1)[0]!;
  });
  return [ordered, uploads.map(({ uploadUrl, ...rest }) => ({ url: uploadUrl, ...rest }))];
}

/** Converts files to a result in one call. */
export class Conversions {
  readonly #api: Api<PublicPaths>;
  readonly #jobs: Jobs;
  readonly #jobTypes: JobTypes;
  readonly #work: Work;

  constructor(api: Api<PublicPaths>, jobs: Jobs, jobTypes: JobTypes) {
    this.#api = api;
    this.#jobs = jobs;
    this.#jobTypes = jobTypes;
    this.#work = new Work(api, jobs);
  }

  async convert(file: FileInput | RemoteFile, request: ConvertOptions): Promise<Result> {
    if (request.to === undefined && request.type === undefined)
      throw new FilemillError('invalid_input', 'Set `to` (the output format) or `type` (the job type).');
    if (isRemote(file)) return this.#makeResult(await this.#processRemote(file, request));
    const input = await openInput(file, request);
    try {
      return this.#makeResult(await this.#process(input, request));
    } finally {
      await input.close();
    }
  }

  /** Says what converting a file would take. Nothing is sent but its name and size. */
  async estimate(file: FileInput, request: ConvertOptions): Promise<Estimate> {
    const input = await openInput(file, request);
    try {
      const { signal } = request;
      const job = { ...describeInput(input), ...(await this.#choose(input, request)) };
      return await this.#jobs.estimate(job, { signal });
    } finally {
      await input.close();
    }
  }

  /** Chooses the job type of a conversion, with its options. */
  async #choose(input: OpenInput, request: ConvertOptions) {
    const { to = '', type, signal } = request;
    const chosen =
      type === undefined
        ? chooseJobType(await this.#jobTypes.list({ signal }), input, to)
        : { type, options: {} };
    return { type: chosen.type, options: { ...chosen.options, ...nameOptions(request) } };
  }

  async combine(files: SeveralFiles, request: CombineOptions): Promise<Result> {
    const inputs: RoleInput[] = [];
    const described: NewMerge['files'] = [];
    const list = listFiles(files);
    try {
      for (const { file, role } of list) {
        const named = role !== undefined && { role };
        if (isRemote(file)) {
          described.push({ ...describeRemote(file), ...named });
          continue;
        }
        const input = { ...(await openInput(file, { signal: request.signal })), role };
        inputs.push(input);
        described.push(describeWithRole(input));
      }
      return this.#makeResult(await this.#combine(inputs, described, request));
    } finally {
      for (const input of inputs) await input.close();
    }
  }

  async #process(input: OpenInput, request: ConvertOptions): Promise<Job> {
    const { to = '', type, signal } = request;
    const asked = nameOptions(request);
    if (input.data.size <= oneRequestBytes)
      return type === undefined
        ? this.#work.sendInOneRequest('/convert/{outputFormat}', to, [input], asked, request)
        : this.#work.sendInOneRequest('/run/{jobType}', type, [input], asked, request);
    const job = await this.#jobs.create(
      {
        ...describeInput(input),
        ...(await this.#choose(input, request)),
        autoStart: true,
        ...pickSettings(request),
      },
      { signal },
    );
    return this.#work.sendInSteps(job.id, [input], [job.upload!], request);
  }

  /** Makes a job of a file that the service fetches. */
  #processRemote(file: RemoteFile, request: ConvertOptions): Promise<Job> {
    const { to = '', type, options = {} } = request;
    const remote = describeRemote(file, { filename: request.filename });
    if (type === undefined)
      return this.#work.sendInOneRequest('/convert/{outputFormat}', to, [], options, request, remote);
    const asked = to ? { outputFormat: to, ...options } : options;
    return this.#work.sendInOneRequest('/run/{jobType}', type, [], asked, request, remote);
  }

  async #combine(
    inputs: RoleInput[],
    described: NewMerge['files'],
    { type, options, ...rest }: CombineOptions,
  ): Promise<Job> {
    if (inputs.length === described.length && measureInputs(inputs) <= oneRequestBytes)
      return this.#work.sendInOneRequest('/run/{jobType}', type, inputs, options, rest);
    const { signal } = rest;
    const job = await this.#jobs.create(
      {
        type,
        files: described,
        autoStart: true,
        ...(options && { options }),
        ...pickSettings(rest),
      },
      { signal },
    );
    return this.#work.sendInSteps(
      job.id,
      ...matchUploads(inputs, job.uploads ?? []),
      rest,
      inputs.length < described.length,
    );
  }

  #makeResult(job: Job): Result {
    const { result } = job;
    const outputs = {
      result: result!,
      reload: async (options: object) => (await this.#jobs.refreshUrls(job.id, options)).result!,
      each: (options: object) =>
        result!.fileCount > result!.files.length
          ? this.#jobs.eachFile(job.id, options)
          : iterate(result!.files),
    };
    return new Result(this.#api.transport, outputs, { job });
  }
}
