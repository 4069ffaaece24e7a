/** An import of a file, or a call of a SQL function, which is a file too. */
export interface Use {
  from: string;
  to: string;
}

/** Code that only tests import may import anything. */
const isTest = (path: string): boolean => /\.test\.ts$|\/testing\/|^src\/storage\/testsuite\.ts$/.test(path);

/**
 * Finds the two sibling folders of which one uses the other. Files directly in their parent belong to neither: the
 * folders share some of them, and others compose the folders.
 */
function findSiblings({ from, to }: Use): [string, string] | undefined {
  const [user, used] = [from.split('/'), to.split('/')];
  const depth = user.findIndex((name, index) => name !== used[index]);
  const isBetweenFolders = depth > 0 && depth < user.length - 1 && depth < used.length - 1;
  return isBetweenFolders
    ? [user.slice(0, depth + 1).join('/'), used.slice(0, depth + 1).join('/')]
    : undefined;
}

/** Maps each folder to the sibling folders it uses, with one use as an example. */
function mapFolders(uses: Use[]): Map<string, Map<string, string>> {
  const folders = new Map<string, Map<string, string>>();
  for (const use of uses) {
    const siblings = isTest(use.from) || isTest(use.to) ? undefined : findSiblings(use);
    if (!siblings?.[0].startsWith('src/')) continue;
    const [from, to] = siblings;
    folders.set(from, (folders.get(from) ?? new Map<string, string>()).set(to, `${use.from} → ${use.to}`));
  }
  return folders;
}

/** Describes each cycle of folders under `src`, at any depth, once. */
export function findFolderCycles(uses: Use[]): string[] {
  const folders = mapFolders(uses);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (folder: string, way: string[]): void => {
    const start = way.indexOf(folder);
    if (start >= 0) {
      const cycle = [...way.slice(start), folder];
      const examples = cycle.slice(1).map((to, index) => `\n  ${folders.get(cycle[index]!)?.get(to)}`);
      cycles.push(`cycle of folders: ${cycle.join(' → ')}${examples.join('')}`);
    } else if (!done.has(folder)) {
      for (const next of folders.get(folder)?.keys() ?? []) visit(next, [...way, folder]);
      done.add(folder);
    }
  };
  for (const folder of folders.keys()) visit(folder, []);
  return cycles;
}
