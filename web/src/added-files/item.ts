import type { Job } from '@filemill/client';

/** A file somebody brought, on its way to becoming another. */
export interface Item {
  id: string;
  workspaceId: string;
  name: string;
  size: number;
  /** What its name says it is, in the words of the service's formats. */
  format: string | undefined;
  upload: Upload;
  /** What is to be made of it: an id of `targets`. */
  target: string | undefined;
  options: Record<string, unknown>;
  /** What became of it, from when it was started. */
  job?: Job;
  /** What is to be done with its result before it is one. */
  next?: { type: string; options: Record<string, unknown> };
  /** The items whose results it is made of, until they are there. */
  waitsFor?: string[];
  /** Why it could not be started. */
  problem?: string;
}

export interface Upload {
  state: 'waiting' | 'sending' | 'done' | 'lost' | 'failed';
  loaded: number;
  bytesPerSecond: number;
  /** Where the service keeps it; known before its bytes are there. */
  artifactId?: string;
  problem?: string;
}

const over = new Set(['completed', 'failed', 'canceled', 'expired']);

export type Stage = 'uploading' | 'lost' | 'refused' | 'ready' | 'running' | 'done' | 'failed';

/** How far it has come. */
export function stageOf({ upload, job, problem, next, waitsFor }: Item): Stage {
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

/** Whether there is a file that a job can be made of: one whose job was refused may be tried again. */
export const isStartable = ({ job, waitsFor, upload }: Item): boolean =>
  !job && !waitsFor && upload.state === 'done' && upload.artifactId !== undefined;

export const isUnderWay = (item: Item): boolean => ['uploading', 'running'].includes(stageOf(item));
