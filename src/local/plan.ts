import { open } from 'node:fs/promises';
import { ApiError } from '../contract/errors.ts';
import {
  readOptions,
  requireAcceptedFormat,
  requireDeclaredFormat,
  resolveRequest,
} from '../domain/work/jobs/options.ts';
import type { FormatId } from '../formats/formats.ts';
import { canBeOfFormat } from '../formats/sniff/sniff.ts';
import { FilePlaces } from '../jobs/input-files.ts';
import type { JobType, Resolution } from '../jobs/job-type.ts';
import type { RunInput } from '../jobs/run.ts';
import { limits } from '../settings/limits.ts';

/** A user's file and its name. */
export interface LocalFile {
  path: string;
  filename: string;
  role?: string | undefined;
}

/** A request that passed the checks made by the service when a job is created and its files are uploaded. */
export interface Plan {
  job: JobType;
  options: Record<string, unknown>;
  inputs: RunInput[];
  resolution: Resolution;
}

async function readHead(path: string): Promise<{ head: Buffer; size: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(limits.sniffBytes, size));
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return { head: head.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

/** Determines an input's format from its name. Throws if its first bytes do not match. */
async function readInput(job: JobType, { path, filename }: LocalFile, index: number): Promise<RunInput> {
  const format = requireAcceptedFormat(
    job,
    requireDeclaredFormat({ contentType: '', filename }, filename),
    filename,
    index,
  );
  const { head, size } = await readHead(path);
  if (!canBeOfFormat(format, head, size))
    throw new ApiError('invalid_file_type', {
      message: `${filename} is not a ${format} file, although its name says so.`,
    });
  return { path, filename, format: format as FormatId, size };
}

/** Checks a request against its job type's declaration. Throws an `ApiError` that says what is wrong. */
export async function planJob(
  job: JobType,
  files: LocalFile[],
  options: Record<string, unknown>,
): Promise<Plan> {
  const read = readOptions(job, options);
  const places = new FilePlaces(job);
  const placed = files
    .map(file => ({ file, index: places.take(file.role, file.role ?? 'files') }))
    .sort((a, b) => a.index - b.index);
  places.requireAll('files');
  const inputs = await Promise.all(placed.map(({ file, index }) => readInput(job, file, index)));
  return {
    job,
    options: read,
    inputs,
    resolution: resolveRequest(job, inputs[0]!.format, read, files.length),
  };
}
