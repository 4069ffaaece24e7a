/**
 * Parts whose folders still depend on each other in circles. A part is taken off this list when it is put in order, and
 * nothing is added to it.
 */
const unordered = new Set(['domain']);

/** Code that only tests import may use anything. */
const isTest = path => /\.test\.ts$|\/testing\/|^src\/storage\/testsuite\.ts$/.test(path);

/**
 * The folder that a file belongs to, `src/<part>/<folder>`. A file directly in a part belongs to none: such files are
 * both what its folders share and what puts them together, and circles of files are checked by another rule.
 */
function findFolder(path) {
  const [root, part, folder, ...rest] = path.split('/');
  return root === 'src' && rest.length > 0 && !unordered.has(part) ? `${part}/${folder}` : undefined;
}

/** Maps each folder to the folders of its own part that it imports, types included, with one import as an example. */
function mapFolders(modules) {
  const folders = new Map();
  for (const { source, dependencies = [] } of modules) {
    const from = findFolder(source);
    if (from === undefined || isTest(source)) continue;
    const imports = folders.get(from) ?? new Map();
    folders.set(from, imports);
    for (const { resolved } of dependencies) {
      const to = findFolder(resolved);
      if (to !== undefined && to !== from && to.split('/')[0] === from.split('/')[0] && !isTest(resolved))
        imports.set(to, `${source} → ${resolved}`);
    }
  }
  return folders;
}

/** Lists a circle of folders for each folder that can be reached from itself, each circle once. */
export function findFolderCircles(modules) {
  const folders = mapFolders(modules);
  const done = new Set();
  const circles = [];
  const visit = (folder, way) => {
    const at = way.indexOf(folder);
    if (at >= 0) circles.push([...way.slice(at), folder]);
    if (at >= 0 || done.has(folder)) return;
    for (const next of folders.get(folder)?.keys() ?? []) visit(next, [...way, folder]);
    done.add(folder);
  };
  for (const folder of folders.keys()) visit(folder, []);
  return circles.map(way => way.slice(1).map((to, index) => folders.get(way[index]).get(to)));
}
