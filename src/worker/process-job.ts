import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../contract/failure.ts';
import { newId } from '../contract/ids.ts';
import { makeWarning, type Warning, type WarningId } from '../contract/warnings.ts';
import type { Database } from '../db/database.ts';
import {
  DamagedFile,
  findDamage,
  noteDamage,
  noteDigest,
  readUndamaged,
} from '../domain/files/integrity/damage.ts';
import { type KeptFile, storeWhole } from '../domain/files/small-files/store.ts';
import { topUpReservation } from '../domain/metering/credits/charge.ts';
import { requireAllowedContent } from '../domain/people/plans/content.ts';
import type { Secrets } from '../domain/rows/secrets.ts';
import { removeDirectionMarks } from '../formats/declared.ts';
import { getFormat } from '../formats/formats.ts';
import type { Resolution } from '../jobs/job-type.ts';
import type { JobTypes } from '../jobs/registry.ts';
import type { RunInput } from '../jobs/run.ts';
import { addHelpers } from '../models/helped-engines.ts';
import { getVersion } from '../models/model.ts';
import type { ModelWatch } from '../models/watch.ts';
import type { Claim, ClaimedInput } from '../queue/claim.ts';
import type { OutputRow, Result } from '../queue/ends/end.ts';
import { limits } from '../settings/limits.ts';
import type { Storage, Stored } from '../storage/storage.ts';
import type { WatchedAttempt } from '../telemetry/job-watch.ts';
import { makeHostTask } from './host-task.ts';
import type { TakenResult } from './hosts/outputs.ts';
import type { SmallInput } from './hosts/request.ts';
import { addOptionalModels } from './models/optional.ts';
import type { HostRequest, Hosts } from './running/hosts.ts';

export interface ProcessServices {
  db: Database;
  storage: Storage;
  hosts: Hosts;
  jobTypes: JobTypes;
  secrets: Secrets;
  /** Versions of this worker's engines, by id. */
  engines: Record<string, string>;
  /** The installed models, which can change. */
  models: ModelWatch;
}

export interface Processed extends Result {
  warnings: Warning[];
}

/**
 * Puts one input at a path, as a link if possible, otherwise as a copy. An input that differs from what was
 * uploaded is an error: no result made of it could be trusted.
 */
async function placeInput(
  { db, storage }: ProcessServices,
  { storageKey, size, sha256, bytes }: ClaimedInput,
  path: string,
  lendable: boolean,
): Promise<void> {
  // The bytes are in memory already; the row may not exist yet.
  if (bytes) return await writeFile(path, bytes);
  const readInputs = async (): Promise<Stored> =>
    lendable && (await storage.lendTo(storageKey, path))
      ? storage.digest(storageKey)
      : storage.copyTo(storageKey, path);
  const bringing = readInputs();
  const damage = await findDamage(bringing, { size, sha256 });
  if (!damage) {
    if (sha256 === null) await noteDigest(db, storageKey, (await bringing).sha256);
    return;
  }
  await noteDamage(db, storageKey, damage);
  throw new JobFailure('engine_error', `the stored input ${storageKey} is damaged: ${damage}`);
}

/** Fetches the job's inputs from storage into its work folder. */
function placeInputs(
  services: ProcessServices,
  inputs: ClaimedInput[],
  dir: string,
  lendable: boolean,
): Promise<RunInput[]> {
  return Promise.all(
    inputs.map(async input => {
      const path = join(dir, `input-${input.index}`);
      await placeInput(services, input, path, lendable);
      return { path, filename: input.filename, format: input.format, size: input.size };
    }),
  );
}

const countBytes = (inputs: ClaimedInput[]): number => inputs.reduce((sum, { size }) => sum + size, 0);

const areSmall = (inputs: ClaimedInput[]): boolean => countBytes(inputs) <= limits.smallInputBytes;

/**
 * Models read raw files that their jobs make, and engines with hosts of their own write more than fits into
 * memory.
 */
const needsDisk = ({ models = [], host }: Resolution): boolean => models.length > 0 || host !== undefined;

/**
 * Returns true if a job can run before rows of it exist: its inputs are at hand or completely stored, and it needs neither
 * a model nor credits.
 */
export function canRunUncommitted(
  { jobTypes, engines }: Pick<ProcessServices, 'jobTypes' | 'engines'>,
  { type, options, secret, inputs }: Claim,
): boolean {
  const job = jobTypes.get(type);
  if (!job || job.credits || secret || !inputs?.[0]) return false;
  if (
    !inputs.every(({ bytes, sha256 }) => bytes || sha256) ||
    countBytes(inputs) > limits.speculativeInputBytes
  )
    return false;
  const resolution = job.resolve({ input: inputs[0].format, options });
  return !needsDisk(resolution) && resolution.engines.every(id => id in engines);
}

/** Reads the job's inputs into memory. */
function bring({ db, storage }: ProcessServices, inputs: ClaimedInput[]): Promise<SmallInput[]> {
  return Promise.all(
    inputs.map(async ({ filename, format, size, sha256, storageKey: key, bytes: known }) => {
      if (known) return { filename, format, size, bytes: known };
      const bytes = await readUndamaged(storage, key, { size, sha256 }).catch(async error => {
        if (!(error instanceof DamagedFile)) throw error;
        await noteDamage(db, key, error.damage);
        throw new JobFailure('engine_error', error.message);
      });
      return { filename, format, size, bytes };
    }),
  );
}

/** Stores the output files. Their keys contain the attempt, so that two attempts never collide. */
async function storeOrRemove(
  services: ProcessServices,
  claim: Claim,
  result: TakenResult,
  movable: boolean,
  signal: AbortSignal,
): Promise<OutputRow[]> {
  const outputs: OutputRow[] = [];
  try {
    await storeOutputs(outputs, services, claim, result, movable, signal);
    // The job was dropped meanwhile, so no row will name these files.
    signal.throwIfAborted();
    return outputs;
  } catch (error) {
    // These are not left to the sweeper, since no counter includes them.
    await Promise.allSettled(outputs.map(output => services.storage.remove(output.storage_key)));
    throw error;
  }
}

async function storeOutputs(
  outputs: OutputRow[],
  services: ProcessServices,
  claim: Claim,
  result: TakenResult,
  movable: boolean,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, output] of result.outputs.entries()) {
    signal.throwIfAborted();
    const key = `outputs/${claim.id}/${claim.attempt}/${index}-${randomUUID()}`;
    const { storageKey, ...kept }: KeptFile =
      typeof output.file === 'string'
        ? {
            ...(await services.storage.take(key, output.file, movable, output.size, signal)),
            storageKey: key,
          }
        : await storeWhole(services.storage, key, [output.file]);
    outputs.push({
      id: newId('artifact'),
      index,
      filename: removeDirectionMarks(output.filename) || 'file',
      content_type: getFormat(output.format).mediaTypes[0],
      format: output.format,
      ...kept,
      storage_key: storageKey,
      metadata: output.metadata ?? {},
    });
  }
}

/**
 * Returns an engine's version. A job may name a model as its engine, whose version is that of the weights.
 */
function getEngineVersion({ engines, models }: ProcessServices, id: string): string {
  const version = engines[id];
  if (version !== undefined) return addHelpers(id, version, models.current());
  const model = models.current().find(({ entry }) => entry.name === id);
  return model ? getVersion(model.entry) : 'unknown';
}

/** Warnings that follow from the metadata of outputs. */
const warningsOfMetadata = {
  repaired: 'damaged_input',
  signatureInvalidated: 'signature_invalidated',
  restrictionsRemoved: 'restrictions_removed',
  xfaRemoved: 'xfa_removed',
} as const;

/** Adds the warnings that outputs give cause for. A damaged input is none if the job type repairs files. */
function addOutputWarnings(repairs: boolean, outputs: OutputRow[], warnings: Warning[]): Warning[] {
  const known = new Set<WarningId>(warnings.map(({ code }) => code));
  if (repairs) known.add('damaged_input');
  const added = Object.entries(warningsOfMetadata)
    .filter(([key, id]) => !known.has(id) && outputs.some(({ metadata }) => metadata[key] === true))
    .map(([, id]) => makeWarning(id));
  return [...warnings, ...added];
}

/** Callbacks for the progress of an attempt. */
export interface AttemptListener extends Pick<WatchedAttempt, 'part'> {
  progress(percent: number): void;
  partial(value: unknown): void;
  /** This is called when a host is available. */
  begun(): void;
  made(): void;
}

/**
 * Runs one claimed job in a host and stores its outputs; `on.made` is called in between. Throws `JobFailure`,
 * or the signal's reason.
 */
export async function processJob(
  services: ProcessServices,
  claim: Claim,
  on: AttemptListener,
  signal: AbortSignal,
): Promise<Processed> {
  const job = services.jobTypes.get(claim.type);
  if (!job) throw new JobFailure('engine_error', `this version has no job type ${claim.type}`);
  const options = { ...claim.options, ...(claim.secret && services.secrets.open(claim.secret)) };
  const inputs = claim.inputs ?? [];
  const [first] = inputs;
  if (!first) throw new JobFailure('unreadable_input', 'the input has been deleted');
  const resolution = addOptionalModels(
    job.resolve({ input: first.format, options }),
    job.id,
    services.models.current(),
  );
  const started = performance.now();
  const request: HostRequest<Omit<Processed, 'durationMs' | 'engines'> & { engines: string[] }> = {
    ...makeHostTask(job, resolution, claim.isPreview),
    workspaceId: claim.workspaceId,
    jobId: claim.id,
    options,
    prepare: (dir, lendable) => {
      on.begun();
      return on.part('fetch inputs', () => placeInputs(services, inputs, dir, lendable));
    },
    small:
      needsDisk(resolution) || !areSmall(inputs)
        ? undefined
        : () => {
            on.begun();
            return on.part('fetch inputs', () => bring(services, inputs));
          },
    collect: async (result, movable) => {
      on.made();
      const [{ file } = { file: '' }] = result.outputs;
      return {
        outputs: await on.part('store outputs', () =>
          storeOrRemove(services, claim, result, movable, signal),
        ),
        bytes: typeof file === 'string' || result.outputs.length > 1 ? undefined : file,
        engines: result.engines,
        warnings: result.warnings ?? [],
      };
    },
    onProgress: on.progress,
    onPartial: on.partial,
    charge: async measured => {
      if (job.credits?.unit === 'minute')
        await requireAllowedContent(services.db, claim.workspaceId, { mediaSeconds: measured });
      if (job.credits) await topUpReservation(services.db, claim, job.credits, measured);
    },
    measure: size => requireAllowedContent(services.db, claim.workspaceId, size),
    signal,
  };
  const { outputs, bytes, engines, warnings } = await on.part('host', () => services.hosts.run(request));
  return {
    outputs,
    bytes,
    warnings: addOutputWarnings(job.repairs ?? false, outputs, warnings),
    engines: [...new Set(engines)].map(id => ({ name: id, version: getEngineVersion(services, id) })),
    durationMs: Math.round(performance.now() - started),
  };
}
