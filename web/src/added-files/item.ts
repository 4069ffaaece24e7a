import type { Job } from '@filemill/client';
import type { OptionProblem } from '../wording/options.ts';

/** A file that a person added, and its conversion. */
export interface Item {
  id: string;
  workspaceId: string;
  /** Orders the list, also after a reload. */
  addedAt?: number;
  name: string;
  size: number;
  /** The format that its name suggests. */
  format: string | undefined;
  upload: Upload;
  /** The chosen conversion: an id from `targets`. */
  target: string | undefined;
  options: Record<string, unknown>;
  /** The recipe to run instead of a conversion. */
  recipe?: { id: string; name: string } | undefined;
  /** Its conversion was requested while it was still uploading. */
  startsWhenUploaded?: boolean;
  /** Further files of the conversion: the ids of other items by their role. */
  parts?: Record<string, string[]>;
  /** Takes an earlier result of the same file and options. */
  reuse?: boolean;
  /** The idempotency key of its conversion while that is being requested: after a reload the request is repeated with it. */
  startKey?: string | undefined;
  /** Its job, once it was started. */
  job?: Job;
  /** The run of its recipe, until it has ended; then `job` is that of the last step. */
  run?: { id: string; step: number; steps: number; progress: number } | undefined;
  /** Further jobs, each on the result of the one before, until the item is done. */
  next?: { type: string; options: Record<string, unknown> }[];
  /** The items whose results are joined into this one, until they are done. */
  waitsFor?: string[];
  /** The items whose files were merged into this one. */
  mergedFrom?: string[];
  /** The reason why it could not be started. */
  problem?: string;
  /** The option that was refused, with the reason. */
  refused?: OptionProblem;
}

export interface Upload {
  state: 'waiting' | 'sending' | 'done' | 'lost' | 'failed';
  loaded: number;
  bytesPerSecond: number;
  /** The stored file, known before its bytes are uploaded. */
  artifactId?: string;
  /** The address of a file that the service fetches when its job is created. */
  url?: string;
  problem?: string;
  /** The code of the refusal. */
  code?: string;
}

const over = new Set(['completed', 'failed', 'canceled', 'expired']);

export type Stage = 'uploading' | 'lost' | 'refused' | 'ready' | 'running' | 'done' | 'failed';

/** Summarises the progress of an item. */
export function getStage({ upload, job, run, problem, next, waitsFor }: Item): Stage {
  if (job)
    return job.status === 'completed'
      ? next?.length
        ? 'running'
        : 'done'
      : over.has(job.status)
        ? 'failed'
        : 'running';
  if (waitsFor || run) return 'running';
  if (upload.state === 'lost') return 'lost';
  if (upload.state === 'failed' || problem) return 'refused';
  return upload.state === 'done' ? 'ready' : 'uploading';
}

/** Whether the service refused the content of the file, so that another try with the same file is useless. */
export const isRefusedContent = ({ code }: Upload): boolean =>
  code === 'empty_file' || code === 'invalid_file_type';

/** Whether a job can be created for the item. An item whose job was refused can be tried again. */
export const isStartable = ({ job, run, waitsFor, upload }: Item): boolean =>
  !job && !run && !waitsFor && upload.state === 'done' && isAvailable(upload);

export const isAvailable = ({ artifactId, url }: Upload): boolean =>
  artifactId !== undefined || url !== undefined;

/** Names the file of an item for a new job: the stored file, or the address it is fetched from. */
export const nameInput = ({ upload, name }: Item) =>
  upload.url === undefined
    ? { inputArtifactId: upload.artifactId! }
    : { inputUrl: upload.url, filename: name };

/** Whether the item needs a person: it failed, was refused, or its file is gone. */
export const needsAttention = (item: Item): boolean => ['failed', 'refused', 'lost'].includes(getStage(item));

/** Whether a conversion of the item has been requested and has not ended. */
export const isConverting = (item: Item): boolean =>
  getStage(item) === 'running' || (getStage(item) === 'uploading' && item.startsWhenUploaded === true);

export const isInProgress = (item: Item): boolean => ['uploading', 'running'].includes(getStage(item));
