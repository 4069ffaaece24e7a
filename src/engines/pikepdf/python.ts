import { JobFailure } from '../../contract/failure.ts';
import type { FailureId } from '../../contract/failure-catalogue.ts';
import { limits } from '../../settings/limits.ts';
import { startTaskServer, type TaskEnd, type TaskServer } from './server.ts';

/** The error for a document that the engine could not process; `input` is its index among several. */
export class TaskFailure extends JobFailure {
  readonly input: number | undefined;

  constructor(id: FailureId, detail: string, input?: number, part?: string) {
    super(id, detail, part);
    this.input = input;
  }
}

export interface TaskOptions {
  onProgress?: (percent: number) => void;
}

interface Message {
  progress?: number;
  result?: unknown;
  failed?: { reason: FailureId; detail: string; input: number | null; part?: string | null };
}

// Signals of native code that crashed over a document, which would happen again.
const crashes = new Set([4, 6, 7, 8, 11]);

/** The bounds that every task applies to its documents. */
const bounds = { maxUnpackedBytes: limits.pdfUnpackedBytes, maxPageBytes: limits.pdfPageBytes };

/** The process, which is kept between the jobs of a host: loading the library takes longer than most tasks do. */
let server: TaskServer | undefined;
let idle: Promise<unknown> = Promise.resolve();

/** Starts the process before there is a task. */
export async function startEngine(): Promise<void> {
  if (!server?.alive) server = startTaskServer();
  await server.ready;
}

/** Runs one task; tasks wait for each other. The request, passwords included, goes over standard input. */
export function runTask<Result>(request: { task: string }, options: TaskOptions = {}): Promise<Result> {
  const done = idle.then(() => perform<Result>(request, options));
  idle = done.catch(() => {});
  return done;
}

async function perform<Result>(request: { task: string }, { onProgress }: TaskOptions): Promise<Result> {
  if (!server?.alive) server = startTaskServer();
  let last: Message = {};
  let end: TaskEnd;
  try {
    end = await server.perform(JSON.stringify({ ...bounds, ...request }), (message: Message) => {
      if (message.progress !== undefined) onProgress?.(message.progress);
      else if (message.result !== undefined || message.failed) last = message;
    });
  } catch (error) {
    throw new JobFailure('engine_error', (error as Error).message);
  }
  if (last.failed)
    throw new TaskFailure(
      last.failed.reason,
      last.failed.detail,
      last.failed.input ?? undefined,
      last.failed.part ?? undefined,
    );
  if (last.result !== undefined && end.code === 0 && end.signal === 0) return last.result as Result;
  const detail = `task ${request.task} ended with code ${end.code}, signal ${end.signal}\n${end.stderr}`;
  throw new TaskFailure(crashes.has(end.signal) ? 'unreadable_input' : 'engine_error', detail);
}
