import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const major = 24;
const bundledName = `node-${process.platform}-${process.arch}/bin/node`;
/**
 * Finds the Node that npm installed: among our own packages, or next to us if we are installed as a package. It is
 * searched for only when needed, because set-up loads this file before npm has installed anything.
 */
const findBundled = () =>
  (createRequire(import.meta.url).resolve.paths(bundledName) ?? [])
    .map(folder => join(folder, bundledName))
    .find(path => existsSync(path));

export const isNode24 = Number(process.versions.node.split('.')[0]) >= major;

/** Reads glibc's version. A musl system such as Alpine has none, and the bundled Node does not run there. */
function readGlibcVersion() {
  // Otherwise the report would look up the name of every open connection.
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime;
}

/** True if the bundled Node runs on this system. */
export const canRunBundled = () => Boolean(readGlibcVersion());

/** Finds the bundled Node, if it runs on this system. */
export const findBundledNode = () => (canRunBundled() ? findBundled() : undefined);

/** Finds a Node that runs our TypeScript: the current one, or the bundled one. Exits with a message if neither does. */
export function findNode() {
  if (isNode24) return process.execPath;
  const bundled = findBundled();
  if (bundled && canRunBundled()) return bundled;
  console.error(
    [
      `Filemill needs Node ${major} or newer, and this is Node ${process.versions.node}.`,
      bundled
        ? 'The one that came with the dependencies needs glibc, which this system does not have.'
        : `None came with the dependencies for ${process.platform}-${process.arch} (run \`npm install\` without --omit=optional if this is Linux on x64 or arm64).`,
      `Install Node ${major} from https://nodejs.org or your system's packages, and start again.`,
    ].join('\n'),
  );
  process.exit(1);
}
