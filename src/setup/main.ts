import { announceInstalling } from '../engines/installing.ts';
import {
  type Authority,
  areListsStale,
  askForPassword,
  findAuthority,
  isDebian,
  listMissing,
  writeCommand,
} from './debian.ts';
import { PackageInstaller } from './install.ts';
import { listNeeds, listPackages, type Need } from './needs.ts';

/** The state that `bin/setup` saves: a hint to repeat at every start, and when to try again. */
interface Outcome {
  hint?: string;
  failedAt?: number;
}

/** False once nobody reads the output. After the service was stopped, an installation finishes silently. */
let isHeard = true;
let isDone = false;

function say(text: string): void {
  if (isHeard) console.error(`filemill set-up: ${text}`);
}

function send(message: object): void {
  if (process.connected) process.send?.(message);
}

/** Writes a hint: the service starts without the parts that need these packages, so this is not an error. */
function writeHint(missing: string[], needs: Need[], command: string): string {
  const waiting = needs.filter(need => need.packages.some(name => missing.includes(name)));
  const titles = waiting.map(need => need.title).join(', ');
  return `filemill set-up: still missing: ${titles}. ${command}`;
}

const writeInstallCommand = (missing: string[], by: Authority, stale = false): string =>
  `Type:\n  ${writeCommand(missing, by, stale)}`;

/** Without apt, only the engines themselves know whether they are installed. */
async function adviseOtherSystem(needs: Need[]): Promise<Outcome> {
  const here = await Promise.all(needs.map(need => need.isInstalled()));
  const missing = listPackages(needs.filter((_, index) => !here[index]));
  if (missing.length === 0) return {};
  return { hint: writeHint(missing, needs, `Install your system's packages for:\n  ${missing.join(' ')}`) };
}

/**
 * Lets a running installation finish although the service is stopped; otherwise dpkg would be left
 * inconsistent.
 */
function finishInBackground(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => {
    if (isDone) return;
    say('the installation of Debian packages continues in the background.');
    isHeard = false;
  });
}

/** Installs first what the service cannot run without, and reports when that is done. Large engines come last. */
async function installMissing(missing: string[], needs: Need[], by: 'root' | 'sudo'): Promise<void> {
  await announceInstalling(missing);
  if (by === 'root') finishInBackground();
  const installer = new PackageInstaller(by, say);
  const isMissing = (name: string) => missing.includes(name);
  const first = listPackages(needs.filter(need => need.isEssential)).filter(isMissing);
  try {
    if (by === 'sudo') await askForPassword();
    await installer.install(first, needs);
    send({ sandboxReady: true });
    const rest = missing.filter(name => !first.includes(name));
    await announceInstalling(rest);
    const small = listPackages(needs.filter(need => !need.isLarge)).filter(name => rest.includes(name));
    await installer.install(small, needs);
    const large = rest.filter(name => !small.includes(name));
    await announceInstalling(large);
    await installer.install(large, needs);
  } catch (error) {
    say(`apt-get failed: ${(error as Error).message}`);
  } finally {
    await announceInstalling([]);
  }
}

async function setUp(dev: boolean): Promise<Outcome> {
  const needs = await listNeeds(dev);
  if (!(await isDebian())) return adviseOtherSystem(needs);
  const missing = await listMissing(listPackages(needs));
  if (missing.length === 0) return {};
  const by = await findAuthority();
  if (by === 'none')
    return {
      hint: writeHint(missing, needs, writeInstallCommand(missing, by, await areListsStale(Date.now()))),
    };
  say(`installing ${missing.length} Debian packages: ${missing.join(' ')}`);
  const began = Date.now();
  await installMissing(missing, needs, by);
  const still = await listMissing(missing);
  if (still.length > 0)
    return {
      hint: writeHint(
        still,
        needs,
        `Retry with \`node bin/setup.mjs\`, or run:\n  ${writeCommand(still, by, false)}`,
      ),
      failedAt: Date.now(),
    };
  say(`Debian packages installed in ${Math.round((Date.now() - began) / 1000)} s`);
  return {};
}

const outcome = await setUp(process.argv.includes('--dev'));
isDone = true;
if (outcome.hint && isHeard) console.error(outcome.hint);
send(outcome);
if (process.connected) process.disconnect?.();
