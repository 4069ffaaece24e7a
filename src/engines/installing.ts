import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from './engine.ts';

/** Set-up keeps this file while it installs Debian packages, so that workers and `doctor` know what is being installed. */
export const installingFile = fileURLToPath(
  new URL('../../node_modules/.cache/filemill-installing.json', import.meta.url),
);

interface Installing {
  pid: number;
  packages: string[];
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Lists the Debian packages that set-up is installing now. A set-up that was killed left its file behind and installs nothing. */
export async function readInstalling(file = installingFile): Promise<string[]> {
  try {
    const { pid, packages } = JSON.parse(await readFile(file, 'utf8')) as Installing;
    return isRunning(pid) ? packages : [];
  } catch {
    return [];
  }
}

/** Announces the packages that this process is about to install. An empty list says that it is done. */
export async function announceInstalling(packages: string[], file = installingFile): Promise<void> {
  if (packages.length === 0) return rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, JSON.stringify({ pid: process.pid, packages } satisfies Installing));
  await rename(aside, file);
}

/** Returns true if an engine waits for one of these packages. Npm's engines run without their Debian packages. */
export const isInstalling = ({ packages, comesWithNpm }: Engine, installing: readonly string[]): boolean =>
  !comesWithNpm && packages.some(name => installing.includes(name));
