import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extensionsDir } from '../../job-and-engine-folders.ts';
import { inside, type Mount } from './bubblewrap.ts';

/** Our own code: `src`, or the compiled code in the package. */
export const sourceRoot = fileURLToPath(new URL('../..', import.meta.url));
const packageRoot = dirname(sourceRoot);
const isInstalled = basename(dirname(packageRoot)) === 'node_modules';
/**
 * The folder with the program and its dependencies. An installed package is among them, side by side or, with
 * pnpm, in its own folder below the outermost `node_modules`.
 */
export const programRoot = isInstalled
  ? packageRoot.slice(0, packageRoot.indexOf('/node_modules/'))
  : packageRoot;
/** The parts of the program that a host sees. */
const shown = isInstalled ? ['node_modules'] : ['src', 'node_modules', 'package.json'];

/** The program's folders inside: its own, and the operator's extensions. */
const programFolders = [
  { from: programRoot, to: inside.program },
  ...(extensionsDir === undefined ? [] : [{ from: extensionsDir, to: inside.extensions }]),
];

/** Mounts the program's files, the folders of `sources` that are elsewhere, and Node itself. */
export function listProgramMounts(sources: readonly string[]): Mount[] {
  const mounts = shown.map(name => ({
    from: join(programRoot, name),
    to: `${inside.program}/${name}`,
  }));
  for (const source of sources)
    if (!shown.some(name => relative(programRoot, source).startsWith(`${name}/`)))
      mounts.push({ from: source, to: programPath(source) });
  return [...mounts, ...programFolders.slice(1), { from: process.execPath, to: inside.node }];
}

/** Returns the path of a program file inside a sandbox. */
export function programPath(file: string): string {
  for (const { from, to } of programFolders) {
    const within = relative(from, file);
    if (!within.startsWith('..')) return join(to, within);
  }
  throw new Error(`${file} is outside the program's folders`);
}
