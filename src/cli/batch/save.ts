import { createReadStream } from 'node:fs';
import { link, lstat, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeOutputName } from '../../formats/declared.ts';
import { zip } from '../../lists.ts';
import type { OutputFile } from '../backend/backend.ts';
import { CommandError } from '../exit-codes.ts';
import type { Input } from './inputs.ts';

/** The destination of results. */
export interface Destination {
  /** The value of `--out`: a folder, a file, or `-`. */
  out?: string;
  force?: boolean;
}

export class NotOverwritten extends Error {
  readonly path: string;

  constructor(
    path: string,
    message = `${path} already exists. Use --force to overwrite it, or --out to write elsewhere.`,
  ) {
    super(message);
    this.name = 'NotOverwritten';
    this.path = path;
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  path.endsWith('/') || ((await stat(path).catch(() => undefined))?.isDirectory() ?? false);

/** The destination of one input's results: a folder, a given name, or standard output. */
export interface Target {
  folder: string;
  name?: string;
  toStdout?: boolean;
  /** The addition to a result's name if it would otherwise have its input's path. */
  suffix?: string;
}

/**
 * Decides where each input's results go. With `alone` there is only one input, so `--out` may name a file.
 */
export async function planTargets({ out }: Destination, alone: boolean): Promise<(input: Input) => Target> {
  if (out === '-' || out === undefined)
    return ({ folder }) =>
      out === '-' || folder === undefined ? { folder: process.cwd(), toStdout: true } : { folder };
  if (!alone || (await isFolder(out))) {
    const existing = await stat(out).catch(() => undefined);
    if (existing && !existing.isDirectory())
      throw new CommandError(`${out} is a file. With several inputs, --out must be a folder.`);
    return ({ within }) => ({ folder: resolve(out, within) });
  }
  return () => ({ folder: dirname(resolve(out)), name: basename(out) });
}

/**
 * Gives a finished file its final name. Without `force` it uses a hard link, which fails if the file exists.
 */
async function moveIntoPlace(from: string, to: string, force: boolean): Promise<void> {
  if (force) return await rename(from, to);
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new NotOverwritten(to);
    // Some file systems have no hard links.
    if (await lstat(to).catch(() => undefined)) throw new NotOverwritten(to);
    return await rename(from, to);
  }
  await rm(from);
}

/** Adds the extension of the result to a given name that has none, unless a file of just that name is to be replaced. */
async function completeName(target: Target, filename: string): Promise<Target> {
  const { folder, name } = target;
  if (name === undefined || extname(name) !== '' || (await lstat(join(folder, name)).catch(() => undefined)))
    return target;
  return { ...target, name: name + (/(?:\.tar)?\.[^.]+$/i.exec(filename)?.[0] ?? '') };
}

/** Chooses the path of a result. If that is its input's path, the suffix is added to the name. */
function choosePath(
  { folder, name, suffix }: Target,
  filename: string,
  inputs: string[],
  force: boolean,
): string {
  const path = join(folder, name ?? filename);
  if (force || name !== undefined || suffix === undefined || !inputs.includes(path)) return path;
  return join(folder, makeOutputName(filename, `-${suffix}${extname(filename)}`));
}

/** Reserves the paths of an input's results, so that no other input of the same command overwrites them. */
function reservePaths(paths: readonly string[], taken: Set<string>): void {
  for (const path of paths)
    if (taken.has(path))
      throw new NotOverwritten(
        path,
        `${path} is already the result of another input. Rename one of the two inputs, or convert it separately with --out.`,
      );
  for (const path of paths) taken.add(path);
}

/** Returns true if a given name is for the only result, and not for a folder: the file of an archive has a name of its own. */
const mayBeNamed = ([only, ...others]: readonly OutputFile[], name: string): boolean =>
  others.length === 0 && (only?.folder === undefined || extname(name) === extname(only?.filename ?? ''));

/**
 * Saves an input's results and returns their paths, or `-` for standard output. `taken` has the paths of the same command's
 * other results.
 */
export async function saveOutputs(
  outputs: OutputFile[],
  target: Target,
  inputs: string[],
  force: boolean,
  taken = new Set<string>(),
): Promise<string[]> {
  if (target.toStdout) {
    if (outputs.length > 1)
      throw new CommandError(
        `There are ${outputs.length} results, but standard output takes only one. Give a folder with --out.`,
      );
    await pipeline(createReadStream(outputs[0]!.path), process.stdout, { end: false });
    return ['-'];
  }
  if (target.name !== undefined && !mayBeNamed(outputs, target.name)) {
    const folder = join(target.folder, target.name);
    await mkdir(folder, { recursive: true });
    return await saveOutputs(outputs, { folder }, inputs, force, taken);
  }
  const paths = await Promise.all(
    outputs.map(async ({ folder, filename }) => {
      const place = { ...target, folder: join(target.folder, folder ?? '') };
      return choosePath(await completeName(place, filename), filename, inputs, force);
    }),
  );
  reservePaths(paths, taken);
  if (!force)
    for (const path of paths) if (await lstat(path).catch(() => undefined)) throw new NotOverwritten(path);
  for (const [{ path: made, folder }, path] of zip(outputs, paths)) {
    if (folder) await mkdir(dirname(path), { recursive: true });
    await moveIntoPlace(made, path, force);
  }
  return paths;
}

/** Fails before any work if the result is known not to be savable. */
export async function requireSavable(
  target: Target,
  expected: string | undefined,
  force: boolean,
): Promise<void> {
  const { name = expected } = expected === undefined ? target : await completeName(target, expected);
  if (force || target.toStdout || name === undefined) return;
  const path = join(target.folder, name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) throw new NotOverwritten(path);
}
