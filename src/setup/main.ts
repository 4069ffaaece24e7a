import {
  type Authority,
  areListsStale,
  findAuthority,
  installArguments,
  isDebian,
  listMissing,
  listOffered,
  Refused,
  runAptGet,
  writeCommand,
} from './debian.ts';
import { listNeeds, listPackages, type Need } from './needs.ts';
import { ProgressLine } from './progress-line.ts';

/** What `bin/setup.mjs` keeps: a hint to repeat at every start, and when to try again. */
interface Outcome {
  hint?: string;
  failedAt?: number;
}

const say = (text: string): void => console.error(`filemill set-up: ${text}`);

/** The service starts without what waits for these packages, so this is advice and no error. */
function writeHint(missing: string[], needs: Need[], command: string): string {
  const waiting = needs.filter(need => need.packages.some(name => missing.includes(name)));
  const titles = waiting.map(need => need.title).join(', ');
  return `filemill set-up: not complete yet: ${titles}. ${command}`;
}

const writeWhatToType = (missing: string[], by: Authority, stale = false): string =>
  `Type:\n  ${writeCommand(missing, by, stale)}`;

async function install(names: string[], by: Exclude<Authority, 'none'>): Promise<void> {
  const progress = new ProgressLine('filemill set-up: Debian packages');
  const show = ({ percent, text }: { percent: number; text: string }) => progress.show(percent, text);
  const update = () => runAptGet(by, ['update'], () => {});
  try {
    let updated = await areListsStale(Date.now());
    if (updated) await update();
    try {
      await runAptGet(by, installArguments(await listOffered(names)), show);
    } catch (error) {
      // Lists that are only a little old may name versions the mirror has dropped.
      if (updated || error instanceof Refused) throw error;
      updated = true;
      await update();
      await runAptGet(by, installArguments(await listOffered(names)), show);
    }
  } finally {
    progress.end();
  }
}

/** Where there is no apt, only the engines themselves can tell whether they are here. */
async function adviseOtherSystem(needs: Need[]): Promise<Outcome> {
  const here = await Promise.all(needs.map(need => need.isHere()));
  const missing = listPackages(needs.filter((_, index) => !here[index]));
  if (missing.length === 0) return {};
  return { hint: writeHint(missing, needs, `Install what your system calls:\n  ${missing.join(' ')}`) };
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
  try {
    await install(missing, by);
  } catch (error) {
    say(`apt-get failed: ${(error as Error).message}`);
  }
  const still = await listMissing(missing);
  if (still.length > 0)
    return { hint: writeHint(still, needs, writeWhatToType(still, by)), failedAt: Date.now() };
  say(`Debian packages installed in ${Math.round((Date.now() - began) / 1000)} s`);
  return {};
}

const outcome = await setUp(process.argv.includes('--dev'));
if (outcome.hint) console.error(outcome.hint);
process.send?.(outcome);
process.disconnect?.();
