import {
  type Authority,
  aptGet,
  authority,
  commandFor,
  installArguments,
  isDebian,
  listsAreStale,
  notInstalled,
  onOffer,
  Refused,
} from './debian.ts';
import { allNeeds, type Need, packagesOf } from './needs.ts';
import { ProgressLine } from './progress-line.ts';

/** What `bin/setup.mjs` keeps: a hint to repeat at every start, and when to try again. */
interface Outcome {
  hint?: string;
  failedAt?: number;
}

const say = (text: string): void => console.error(`filemill set-up: ${text}`);

/** The service starts without what waits for these packages, so this is advice and no error. */
function hintFor(missing: string[], needs: Need[], command: string): string {
  const waiting = needs.filter(need => need.packages.some(name => missing.includes(name)));
  const titles = waiting.map(need => need.title).join(', ');
  return `filemill set-up: not complete yet: ${titles}. ${command}`;
}

const typed = (missing: string[], by: Authority, stale = false): string =>
  `Type:\n  ${commandFor(missing, by, stale)}`;

async function install(names: string[], by: Exclude<Authority, 'none'>): Promise<void> {
  const progress = new ProgressLine('filemill set-up: Debian packages');
  const show = ({ percent, text }: { percent: number; text: string }) => progress.show(percent, text);
  const update = () => aptGet(by, ['update'], () => {});
  try {
    let updated = await listsAreStale(Date.now());
    if (updated) await update();
    try {
      await aptGet(by, installArguments(await onOffer(names)), show);
    } catch (error) {
      // Lists that are only a little old may name versions the mirror has dropped.
      if (updated || error instanceof Refused) throw error;
      updated = true;
      await update();
      await aptGet(by, installArguments(await onOffer(names)), show);
    }
  } finally {
    progress.end();
  }
}

/** Where there is no apt, only the engines themselves can tell whether they are here. */
async function adviseOtherSystem(needs: Need[]): Promise<Outcome> {
  const here = await Promise.all(needs.map(need => need.isHere()));
  const missing = packagesOf(needs.filter((_, index) => !here[index]));
  if (missing.length === 0) return {};
  return { hint: hintFor(missing, needs, `Install what your system calls:\n  ${missing.join(' ')}`) };
}

async function setUp(dev: boolean): Promise<Outcome> {
  const needs = await allNeeds(dev);
  if (!(await isDebian())) return adviseOtherSystem(needs);
  const missing = await notInstalled(packagesOf(needs));
  if (missing.length === 0) return {};
  const by = await authority();
  if (by === 'none')
    return { hint: hintFor(missing, needs, typed(missing, by, await listsAreStale(Date.now()))) };
  say(`installing ${missing.length} Debian packages: ${missing.join(' ')}`);
  const began = Date.now();
  try {
    await install(missing, by);
  } catch (error) {
    say(`apt-get failed: ${(error as Error).message}`);
  }
  const still = await notInstalled(missing);
  if (still.length > 0) return { hint: hintFor(still, needs, typed(still, by)), failedAt: Date.now() };
  say(`Debian packages installed in ${Math.round((Date.now() - began) / 1000)} s`);
  return {};
}

const outcome = await setUp(process.argv.includes('--dev'));
if (outcome.hint) console.error(outcome.hint);
process.send?.(outcome);
process.disconnect?.();
