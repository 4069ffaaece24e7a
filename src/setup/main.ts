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

/** What `bin/setup` keeps: a hint to repeat at every start, and when to try again. */
interface Outcome {
  hint?: string;
  failedAt?: number;
}

/** Whether somebody still reads what is said. After the service was stopped an installation ends by itself, in silence. */
let isHeard = true;
let isDone = false;

function say(text: string): void {
  if (isHeard) console.error(`filemill set-up: ${text}`);
}

function send(message: object): void {
  if (process.connected) process.send?.(message);
}

/** The service starts without what waits for these packages, so this is advice and no error. */
function writeHint(missing: string[], needs: Need[], command: string): string {
  const waiting = needs.filter(need => need.packages.some(name => missing.includes(name)));
  const titles = waiting.map(need => need.title).join(', ');
  return `filemill set-up: not complete yet: ${titles}. ${command}`;
}

const writeWhatToType = (missing: string[], by: Authority, stale = false): string =>
  `Type:\n  ${writeCommand(missing, by, stale)}`;

/** Where there is no apt, only the engines themselves can tell whether they are here. */
async function adviseOtherSystem(needs: Need[]): Promise<Outcome> {
  const here = await Promise.all(needs.map(need => need.isHere()));
  const missing = listPackages(needs.filter((_, index) => !here[index]));
  if (missing.length === 0) return {};
  return { hint: writeHint(missing, needs, `Install what your system calls:\n  ${missing.join(' ')}`) };
}

/** Lets an installation that has begun come to its end although the service is stopped: dpkg would be left in pieces. */
function outliveTheService(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => {
    if (isDone) return;
    say('Debian packages go on being installed in the background.');
    isHeard = false;
  });
}

/** Installs what the service cannot run without first, and says when that is done. */
async function installMissing(missing: string[], needs: Need[], by: 'root' | 'sudo'): Promise<void> {
  await announceInstalling(missing);
  if (by === 'root') outliveTheService();
  const installer = new PackageInstaller(by, say);
  const isMissing = (name: string) => missing.includes(name);
  const first = listPackages(needs.filter(need => need.isEssential)).filter(isMissing);
  try {
    if (by === 'sudo') await askForPassword();
    await installer.install(first, needs);
    send({ sandboxReady: true });
    const rest = missing.filter(name => !first.includes(name));
    await announceInstalling(rest);
    await installer.install(rest, needs);
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
    return { hint: writeHint(missing, needs, writeWhatToType(missing, by, await areListsStale(Date.now()))) };
  say(`installing ${missing.length} Debian packages: ${missing.join(' ')}`);
  const began = Date.now();
  await installMissing(missing, needs, by);
  const still = await listMissing(missing);
  if (still.length > 0)
    return {
      hint: writeHint(
        still,
        needs,
        `Retry with \`node bin/setup.mjs\`, or type:\n  ${writeCommand(still, by, false)}`,
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
