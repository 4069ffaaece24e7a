import { execFile } from 'node:child_process';
import { access, glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** Finds the version of an npm package in its manifest, without loading it. */
export async function findNpmVersion(name: string): Promise<string | undefined> {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return JSON.parse(await readFile(`${folder}/${name}/package.json`, 'utf8')).version as string;
    } catch {}
  }
  return undefined;
}

/** Finds the version of the ONNX runtime, or undefined if its package has no library for this machine. */
export async function findOnnxRuntimeVersion(): Promise<string | undefined> {
  const library = `../bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`;
  try {
    await access(fileURLToPath(new URL(library, import.meta.resolve('onnxruntime-node'))));
    return await findNpmVersion('onnxruntime-node');
  } catch {
    return undefined;
  }
}

/**
 * Finds the version that a program prints of itself, by the first group of `pattern`. Some programs print it and exit
 * with a code other than 0.
 */
export async function findProgramVersion(
  program: string,
  args: string[],
  pattern: RegExp,
): Promise<string | undefined> {
  // The time is enough for a machine that has just started and is busy with everything else.
  const { stdout, stderr } = await run(program, args, { timeout: 30_000 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return pattern.exec(stdout + stderr)?.[1];
}

/** The folders of the system's Python packages, those of Debian last. */
const pythonFolders = ['/usr/local/lib/python3*/dist-packages', '/usr/lib/python3/dist-packages'];

/** Finds the version of one of the system's Python packages in the name of its metadata, without starting Python. */
export async function findPythonVersion(name: string): Promise<string | undefined> {
  const metadata = new RegExp(`/${name}-([\\d.]+)[^/]*\\.(?:dist|egg)-info$`, 'i');
  for await (const path of glob(pythonFolders.map(folder => `${folder}/*-info`))) {
    const found = metadata.exec(path);
    if (found) return found[1];
  }
  return undefined;
}

/** The paths that fontconfig reads, for an engine's `reads`. */
export const fontPaths = ['/etc/fonts', '/var/cache/fontconfig'];

/** The paths that the system's Python reads, for an engine's `reads`. */
export const pythonPaths = ['/etc/python3*', '/etc/mime.types'];
