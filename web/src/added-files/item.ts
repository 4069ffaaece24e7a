import type { Job } from '@filemill/client';
import type { OptionProblem } from '../wording/options.ts';

/** A file that a person added, and its conversion. */
export interface Item {
  id: string;
  workspaceId: string;
  name: string;
  size: number;
  /** The format that its name suggests. */
  format: string | undefined;
  upload: Upload;
  /** The chosen conversion: an id from `targets`. */
  target: string | undefined;
  options: Record<string, unknown>;
  /** Takes an earlier result of the same file and options. */
  reuse?: boolean;
  /** Its job, once it was started. */
  job?: Job;
  /** A second job to run on the result before the item is done. */
  next?: { type: string; options: Record<string, unknown> };
  /** The items whose results are joined into this one, until they are done. */
  waitsFor?: string[];
  /** Why it could not be started. */
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
export function getStage({ upload, job, problem, next, waitsFor }: Item): Stage {
  if (job)
    return job.status === 'completed'
      ? next
        ? 'running'
        : 'done'
      : over.has(job.status)
        ? 'failed'
        : 'running';
  if (waitsFor) return 'running';
  if (upload.state === 'lost') return 'lost';
  if (upload.state === 'failed' || problem) return 'refused';
  return upload.state === 'done' ? 'ready' : 'uploading';
}

/** Whether a job can be created for the item. An item whose job was refused can be tried again. */
export const isStartable = ({ job, waitsFor, upload }: Item): boolean =>
  !job && !waitsFor && upload.state === 'done' && isAvailable(upload);

export const isAvailable = ({ artifactId, url }: Upload): boolean =>
  artifactId !== undefined || url !== undefined;

/** Names the file of an item for a new job: the stored file, or the address it is fetched from. */
export const nameInput = ({ upload, name }: Item) =>
  upload.url === undefined
    ? { inputArtifactId: upload.artifactId! }
    : { inputUrl: upload.url, filename: name };

export const isInProgress = (item: Item): boolean => ['uploading', 'running'].includes(getStage(item));
