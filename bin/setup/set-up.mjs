// Installs everything this checkout needs, in parallel where possible. Plain JavaScript for Node 20, because
// node_modules may not exist yet.
import { lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from '../node24.mjs';
import { packPackages } from '../packed-packages.mjs';
import { compileClient } from './client.mjs';
import { setUpDocs } from './docs.mjs';
import { dependenciesMatch, findEarlyNode, install } from './npm.mjs';
import { hideStalePage, setUpPage } from './page.mjs';
import { run, say } from './processes.mjs';
import { changeStamp, computeKey, isDue, readStamp } from './stamp.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const linkFile = join(root, 'node_modules/.bin/filemill');

/** Links the command into node_modules, where `npx filemill` finds it at once. */
function linkCommand() {
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  rmSync(linkFile, { force: true });
  symlinkSync('../../bin/filemill', linkFile);
}

/** Installs the npm packages if they differ from the lock file. Resolves to npm's exit code. */
async function installDependencies(dev) {
  const code = dependenciesMatch(root, { withDev: dev })
    ? 0
    : await install(root, 'the service', { withDev: dev });
  if (code === 0) linkCommand();
  return code;
}

/**
 * Installs Debian packages. `sandboxed` resolves when the sandbox's packages are installed or unavailable, `done`
 * resolves to the exit code and the outcome for the stamp.
 */
function installPackages(dev, dependencies) {
  let outcome = {};
  let sandboxReady;
  const sandboxed = new Promise(resolve => {
    sandboxReady = resolve;
  });
  const done = (async () => {
    let node = await findEarlyNode(root);
    if (!node) {
      if ((await dependencies) !== 0) return { code: 0, outcome };
      node = findNode();
    }
    const code = await run(node, [join(root, 'src/setup/main.ts'), ...(dev ? ['--dev'] : [])], {
      onMessage: message => {
        if (message.sandboxReady) sandboxReady();
        else outcome = message;
      },
    });
    return { code, outcome };
  })().finally(sandboxReady);
  return { sandboxed, done };
}

/**
 * Starts set-up. `essential` resolves to an exit code once the service can run: the npm packages and the sandbox are
 * installed. `everything` resolves to one once the Debian packages are installed and the page is built. `isNeeded` is
 * false if nothing has changed since the last time.
 */
export function beginSetUp({ dev }) {
  hideStalePage(root);
  const stamp = readStamp(root);
  const known =
    stamp.key === computeKey(root) &&
    (stamp.dev || !dev) &&
    !isDue(stamp.failedAt) &&
    lstatSync(linkFile, { throwIfNoEntry: false });
  const finish = async () => {
    await compileClient(root);
    await setUpPage(root, dev);
    await setUpDocs(root);
    await packPackages().catch(error =>
      say(`Some packages are not bundled, so commands start slower: ${error.message}`),
    );
    return 0;
  };
  if (known) {
    if (stamp.hint) console.error(stamp.hint);
    return { essential: Promise.resolve(0), everything: finish() };
  }
  const dependencies = installDependencies(dev);
  const packages = installPackages(dev, dependencies);
  const essential = packages.sandboxed.then(() => dependencies);
  const everything = (async () => {
    const code = await dependencies;
    const page = code === 0 ? finish() : code;
    const { code: packagesCode, outcome } = await packages.done;
    if (code !== 0 || packagesCode !== 0) return code || packagesCode;
    changeStamp(root, {
      key: computeKey(root),
      dev,
      hint: undefined,
      failedAt: undefined,
      ...outcome,
    });
    return page;
  })();
  return { essential, everything };
}
