#!/usr/bin/env node
// Brings everything this checkout needs. Plain JavaScript for Node 20, because node_modules may not exist yet.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from './node24.mjs';
import { packTypebox } from './packed-typebox.mjs';
import { buildWeb, isBuilt, webKey } from './web.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const stampFile = at('node_modules/.filemill-setup.json');
const linkFile = at('node_modules/.bin/filemill');
const dev = process.argv.includes('--dev');
/** How long after a failed try a start tries again. Until then it does not wait for it. */
const retryMs = 10 * 60_000;

const say = text => console.error(`filemill set-up: ${text}`);

const readJson = path => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

const modified = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Computes a key that changes whenever there may be something to do: other dependencies, engines or Debian packages. */
function computeKey() {
  const hash = createHash('sha256');
  hash.update(readFileSync(at('package-lock.json')));
  for (const folder of [at('src/setup'), at('src/engines')])
    for (const path of readdirSync(folder, { recursive: true }).sort())
      if (folder.endsWith('setup') ? path.endsWith('.ts') : /^[^/]+\/probe\.ts$/.test(path))
        hash.update(path).update(readFileSync(join(folder, path)));
  hash.update(String(modified('/var/lib/dpkg/status')));
  return hash.digest('hex');
}

/** Whether an optional package is for this kind of machine. Npm leaves out the others. */
const isForHere = ({ os, cpu, libc = ['glibc'] }) =>
  os?.includes(process.platform) && cpu?.includes(process.arch) && libc.includes('glibc');

/**
 * Whether npm has put the lock file's packages into node_modules, by npm's own record of what it put there. Those for
 * development may be missing where nobody develops.
 */
function dependenciesMatch(folder, { withDev }) {
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages ?? {};
  const present = readJson(join(folder, 'node_modules/.package-lock.json'))?.packages;
  if (!present || !lstatSync(join(folder, 'node_modules'), { throwIfNoEntry: false })) return false;
  return Object.entries(wanted).every(
    ([path, wants]) =>
      path === '' ||
      (present[path]
        ? present[path].version === wants.version
        : (wants.dev && !withDev) || (wants.optional && !isForHere(wants))),
  );
}

/** Runs a program in our terminal. Resolves to its exit code, or to what a shell says where a signal ended it. */
function run(command, args, { ipc, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['inherit', 'inherit', 'inherit', ...(ipc ? ['ipc'] : [])],
    });
    if (ipc) child.on('message', ipc);
    const pass = signal => child.kill(signal);
    process.on('SIGTERM', pass);
    // Ctrl-C reaches the child too, and we must not end before it has ended.
    const wait = () => {};
    process.on('SIGINT', wait);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', pass);
      process.off('SIGINT', wait);
      resolve(signal === 'SIGINT' ? 130 : signal ? 143 : code);
    });
  });
}

/** Installs a folder's packages. Resolves to npm's exit code. */
async function install(folder, whose, { withDev }) {
  say(`installing ${whose}'s packages with npm, half a minute or so …`);
  const began = Date.now();
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  // Not `npm ci`: it refuses a lock file that leaves out the platform packages of other systems. Install scripts stay
  // off, since none is needed and none should run unasked.
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, ...args] = [...npm, 'install', ...options, ...(withDev ? [] : ['--omit=dev'])];
  // Where the registry cannot be reached, npm by itself would say nothing for many minutes.
  const waiting = setInterval(() => {
    const minutes = Math.round((Date.now() - began) / 60_000);
    say(`npm is still at it after ${minutes} min; if nothing moves, see its log in ~/.npm/_logs`);
  }, 60_000);
  const code = await run(command, args, { cwd: folder });
  clearInterval(waiting);
  if (code === 0) say(`packages installed in ${Math.round((Date.now() - began) / 1000)} s`);
  else say('npm install failed; see the lines above. Is the npm registry reachable?');
  return code;
}

/** Links the command into node_modules, where `npx filemill` finds it at once. */
function linkCommand() {
  mkdirSync(at('node_modules/.bin'), { recursive: true });
  rmSync(linkFile, { force: true });
  symlinkSync('../../bin/filemill', linkFile);
}

const stamp = readJson(stampFile);
const known = stamp?.key === computeKey() && (stamp.dev || !dev);
const isDue = failedAt => failedAt !== undefined && Date.now() - failedAt > retryMs;

if (known && !isDue(stamp.failedAt) && lstatSync(linkFile, { throwIfNoEntry: false })) {
  if (stamp.hint) console.error(stamp.hint);
} else {
  if (!dependenciesMatch(root, { withDev: dev })) {
    const code = await install(root, 'the service', { withDev: dev });
    if (code !== 0) process.exit(code);
  }
  const node = findNode();
  linkCommand();
  let outcome = {};
  const code = await run(node, [at('src/setup/main.ts'), ...(dev ? ['--dev'] : [])], {
    ipc: message => {
      outcome = message;
    },
  });
  if (code !== 0) process.exit(code);
  writeFileSync(
    stampFile,
    JSON.stringify({
      ...readJson(stampFile),
      key: computeKey(),
      dev,
      hint: undefined,
      failedAt: undefined,
      ...outcome,
    }),
  );
}

/** Builds the page. A build that fails is told and tried again later or when a source changes: the service runs without its page. */
async function setUpWeb() {
  if (isBuilt(root, readJson)) return;
  const { web } = readJson(stampFile) ?? {};
  const key = webKey(root);
  const tell = problem =>
    say(
      `the workspace page is not built: ${problem}. The API works without it; \`node bin/setup.mjs\` tries again.`,
    );
  if (web?.key === key && !isDue(web.failedAt) && !dev) return tell(web.problem);
  const problem = await buildWeb(root, { node: findNode(), install, run, dependenciesMatch, say });
  if (problem) tell(problem);
  const failed = problem && { key, problem, failedAt: Date.now() };
  writeFileSync(stampFile, JSON.stringify({ ...readJson(stampFile), web: failed }));
}
await setUpWeb();
await packTypebox().catch(error => say(`TypeBox is not packed, so commands start slower: ${error.message}`));
