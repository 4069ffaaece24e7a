import type {
  Batch,
  Connection,
  ConnectionChange,
  Estimate,
  GoldenFile,
  JobSettings,
  NewConnection,
  NewGoldenFile,
  NewTrigger,
  Recipe,
  RecipeVersion,
  SafeFilename,
  Trigger,
  TriggerChange,
  TriggerEntry,
} from '@filemill/client';
import type { Filled } from '../../lists.ts';

/** The parts of a JSON schema from which flags are made. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  default?: unknown;
  description?: string;
  /** The text stands for bytes, which the command line reads from a file. */
  contentEncoding?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
}

/** A job type, described by its declaration or by `GET /job-types`. */
export interface JobTypeInfo {
  id: string;
  title: string;
  summary: string;
  inputs: 'one' | 'many';
  /** The roles of several files, in order. */
  roles?: { name: string; title: string; optional: boolean; many: boolean }[] | undefined;
  /** Formats, and the extensions of their files. */
  accepts: { format: string; extensions: readonly string[] }[];
  options: Schema;
  /** True if `convert` may choose it by the output format alone. */
  converts: boolean;
  /** Its short name as a command and as a tool for language models. */
  verb?: { name: string; tool: string; summary: string } | undefined;
}

/** The job type or recipe to run, or the format to convert to. */
export type Work = (
  | { convertTo: string; options: Options }
  | { type: string; options: Options }
  | { recipe: string }
) & {
  /** Only servers accept settings. */
  settings?: JobSettings;
};

export type Options = Record<string, unknown>;

export interface InputFile {
  path: string;
  filename: string;
  /** Its role among several files. Left out, the files have the roles of their job type in order. */
  role?: string | undefined;
}

/** An output in the given folder. */
export interface OutputFile {
  path: string;
  /** The folder of an archive's file within the results; empty at the top. */
  folder?: string | undefined;
  /** The name to save it under, unique in its folder. */
  filename: SafeFilename;
  size: number;
}

/** A way in which a result is less than expected. */
export interface ResultWarning {
  code: string;
  message: string;
}

export interface Watcher {
  /** An empty folder for the outputs. */
  dir: string;
  /** Cancels the job. */
  signal: AbortSignal;
  onProgress(percent: number, doing: 'uploading' | 'processing' | 'downloading'): void;
  onWarning(warning: ResultWarning): void;
}

export interface Outcome {
  jobId?: string;
  outputs: OutputFile[];
}

/** The reason why a job failed, in a sentence that names options as the API does: `options.quality`. */
export class WorkFailed extends Error {
  readonly code: string;
  readonly jobId: string | undefined;
  readonly diagnosticId: string | undefined;

  constructor(
    message: string,
    facts: { code: string; jobId?: string | undefined; diagnosticId?: string | undefined },
  ) {
    super(message);
    this.name = 'WorkFailed';
    this.code = facts.code;
    this.jobId = facts.jobId;
    this.diagnosticId = facts.diagnosticId;
  }
}

export interface RecipeInfo {
  id: string;
  name: string;
  description: string;
  steps: { jobType: string }[];
  accepts: string[];
}

export interface NewRecipe {
  name: string;
  description: string;
  steps: { jobType: string; options?: Options }[];
}

/** A job as shown by a server. */
export interface JobInfo {
  id: string;
  type: string;
  status: string;
  progress: number;
  createdAt: string;
  [more: string]: unknown;
}

export type CompareMode = NonNullable<NonNullable<NewGoldenFile['compare']>['by']>;
/** The ways in which golden files are compared. */
export const compareModes: readonly CompareMode[] = ['text', 'pixels', 'bytes'];

/** The place where jobs run: a server or this machine. Every verb works with either. */
export interface Backend {
  /** The server's URL, or `this machine`. */
  readonly place: string;
  /** The number of files processed at once. */
  readonly atOnce: number;
  /** True if it fetches files by their URL itself, from public addresses only. */
  readonly fetchesFiles: boolean;
  jobTypes(): Promise<JobTypeInfo[]>;
  /** Returns true if a file of this name can be processed. Other files in a folder are skipped. */
  accepts(work: Work, filename: string): Promise<boolean>;
  /** Throws `WorkFailed`, or the signal's reason. */
  run(work: Work, files: Filled<InputFile>, watcher: Watcher): Promise<Outcome>;
  /** Says what a job would take, without running it. Only for servers, which know how long jobs took. */
  estimate?(work: Work, files: Filled<InputFile>): Promise<Estimate>;
  recipes(): Promise<RecipeInfo[]>;
  createRecipe(recipe: NewRecipe): Promise<RecipeInfo>;
  /** Only servers keep versions of recipes. Recipes are given by name or id. */
  recipeVersions?: {
    update(recipe: string, change: NewRecipe): Promise<Recipe>;
    list(recipe: string): Promise<RecipeVersion[]>;
    restore(recipe: string, version: number): Promise<Recipe>;
  };
  /** Only servers keep golden files. Recipes are given by name or id. */
  goldenFiles?: {
    list(recipe: string): Promise<GoldenFile[]>;
    add(recipe: string, golden: NewGoldenFile): Promise<GoldenFile>;
    check(id: string): Promise<GoldenFile>;
    wait(id: string): Promise<GoldenFile>;
    accept(id: string): Promise<GoldenFile>;
    remove(id: string): Promise<unknown>;
  };
  /** Only servers keep jobs. */
  jobs?: {
    list(query: { status?: string; type?: string; limit: number }): Promise<JobInfo[]>;
    get(id: string): Promise<JobInfo>;
    cancel(id: string): Promise<JobInfo>;
  };
  /** Only servers have batches, which continue without the command. */
  batches?: {
    /** Uploads the files and creates a batch of them. */
    create(work: Work, files: readonly InputFile[], onUploaded?: (count: number) => void): Promise<Batch>;
    get(id: string): Promise<Batch>;
    wait(id: string, onState: (state: Pick<Batch, 'progress' | 'counts'>) => void): Promise<Batch>;
    cancel(id: string): Promise<Batch>;
    retry(id: string): Promise<Batch>;
  };
  /** Only servers have triggers. */
  triggers?: {
    list(): Promise<Trigger[]>;
    create(trigger: NewTrigger): Promise<Trigger>;
    update(id: string, change: TriggerChange): Promise<Trigger>;
    delete(id: string): Promise<undefined>;
    /** The newest entries of its log. */
    log(id: string): Promise<TriggerEntry[]>;
  };
  /** Only servers have connections. */
  connections?: {
    list(): Promise<Connection[]>;
    create(connection: NewConnection): Promise<Connection>;
    update(id: string, change: ConnectionChange): Promise<Connection>;
    delete(id: string): Promise<undefined>;
  };
  close(): Promise<void>;
}
