// Builds the workspace page, web/, into web/dist whenever its sources have changed since the last build.
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNode } from '../node24.mjs';
import { hashFiles } from './hash.mjs';
import { dependenciesMatch, install } from './npm.mjs';
import { run, say } from './processes.mjs';
import { changeStamp, isDue, readJson, readStamp } from './stamp.mjs';

/** The sources of the page, including the client's. */
const sources = [
  ...['web/src', 'web/public', 'client/src'],
  ...['web/index.html', 'web/package.json', 'web/package-lock.json', 'web/vite.config.ts'],
];

/** Computes a key that changes when a new build would differ. */
const webKey = root => hashFiles(root, sources);

const stampFile = root => join(root, 'web/dist/built.json');

/** Returns true if web/dist was built from the current sources. Without web/ there is nothing to build. */
function isBuilt(root) {
  return !existsSync(join(root, 'web/package.json')) || readJson(stampFile(root))?.key === webKey(root);
}

/** The service serves the page once this file is there; the build writes it last. */
const addressesFile = root => join(root, 'web/dist/addresses.json');
const hiddenFile = root => join(root, 'web/dist/addresses-before.json');

const move = (from, to) => existsSync(from) && renameSync(from, to);

/**
 * Hides the page of older sources before the service starts. The service would read the list of its files once, and the build
 * replaces them.
 */
export function hideStalePage(root) {
  if (!isBuilt(root)) move(addressesFile(root), hiddenFile(root));
}

/** Installs the packages that build the page and the documentation. Resolves to false if that failed. */
export async function installPageTools(root) {
  const web = join(root, 'web');
  // The build tools are development dependencies.
  const all = { withDev: true, yields: true };
  return dependenciesMatch(web, all) || (await install(web, 'the page', all)) === 0;
}

/**
 * Installs the build tools and builds the page. Resolves to a message for the operator if it failed: the service runs
 * without the page.
 */
async function buildPage(root) {
  const key = webKey(root);
  const web = join(root, 'web');
  if (!(await installPageTools(root))) return 'its packages could not be installed';
  say('building the page, ten seconds or so …');
  const began = Date.now();
  const code = await run(
    findNode(),
    [join(web, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: web,
      yields: true,
    },
  );
  if (code !== 0) return 'its build failed';
  writeFileSync(stampFile(root), JSON.stringify({ key }));
  say(`page built in ${Math.round((Date.now() - began) / 1000)} s`);
  return undefined;
}

/**
 * Builds the page. A failed build is reported and retried later or when a source changes: the service runs without its
 * page.
 */
export async function setUpPage(root, dev) {
  if (isBuilt(root)) return;
  const { page } = readStamp(root);
  const key = webKey(root);
  const tell = problem => {
    // A page of older sources is better than none.
    move(hiddenFile(root), addressesFile(root));
    say(
      `the workspace page is not built: ${problem}. The API works without it; \`node bin/setup.mjs\` tries again.`,
    );
  };
  if (page?.key === key && !isDue(page.failedAt) && !dev) return tell(page.problem);
  const problem = await buildPage(root);
  if (problem) tell(problem);
  changeStamp(root, { page: problem && { key, problem, failedAt: Date.now() } });
}
