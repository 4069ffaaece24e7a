import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canRunBundled, findBundledNode, isNode24 } from '../node24.mjs';
import { run, say } from './processes.mjs';
import { readJson } from './stamp.mjs';

/** True if an optional package is for this platform. npm skips the others. */
const isForThisPlatform = ({ os, cpu, libc = ['glibc'] }) =>
  os?.includes(process.platform) && cpu?.includes(process.arch) && libc.includes('glibc');

/**
 * True if npm has installed the lock file's packages, according to npm's own record. Development packages may be
 * missing on machines where nobody develops.
 */
export function dependenciesMatch(folder, { withDev }) {
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages ?? {};
  const present = readJson(join(folder, 'node_modules/.package-lock.json'))?.packages;
  if (!present || !lstatSync(join(folder, 'node_modules'), { throwIfNoEntry: false })) return false;
  return Object.entries(wanted).every(
    ([path, wants]) =>
      path === '' ||
      (present[path]
        ? present[path].version === wants.version
        : (wants.dev && !withDev) || (wants.optional && !isForThisPlatform(wants))),
  );
}

const npm = () =>
  process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];

// `npm ci` is not used, because it refuses a lock file without the platform packages of other systems. Install scripts stay off,
// because none is needed. Its progress bar would overwrite the output of parallel steps.
const options = [
  '--no-save',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--loglevel=error',
];

/** Installs a folder's packages. Resolves to npm's exit code. */
export async function install(folder, name, { withDev, yields = false }) {
  say(`installing ${name}'s packages with npm, half a minute or so …`);
  const began = Date.now();
  const [command, ...args] = [...npm(), 'install', ...options, ...(withDev ? [] : ['--omit=dev'])];
  // If the registry is unreachable, npm alone would be silent for many minutes.
  const waiting = setInterval(() => {
    const minutes = Math.round((Date.now() - began) / 60_000);
    say(`npm is still at it after ${minutes} min; if nothing moves, see its log in ~/.npm/_logs`);
  }, 60_000);
  const code = await run(command, args, { cwd: folder, yields });
  clearInterval(waiting);
  if (code === 0) say(`${name}'s packages installed in ${Math.round((Date.now() - began) / 1000)} s`);
  else
    say(
      `npm could not install ${name}'s packages; the lines above say why. Is the npm registry reachable? \`node bin/setup.mjs\` tries again.`,
    );
  return code;
}

/**
 * Finds a Node that runs TypeScript before npm has installed everything: npm fetches that one package first, so that
 * Debian packages are installed in parallel. Undefined if there is none; then they wait for npm.
 */
export async function findEarlyNode(root) {
  if (isNode24) return process.execPath;
  const known = findBundledNode();
  if (known) return known;
  const name = `node-${process.platform}-${process.arch}`;
  const version = readJson(join(root, 'package.json'))?.optionalDependencies?.[name];
  if (!version || !canRunBundled()) return undefined;
  const folder = join(root, 'node_modules/.cache/filemill-node');
  const node = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const [command, ...args] = [...npm(), 'install', ...options, `${name}@${version}`];
    if ((await run(command, args, { cwd: folder })) !== 0) return undefined;
  }
  return existsSync(node) ? node : undefined;
}
