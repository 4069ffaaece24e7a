// Checks the import rules, for imports and for calls of SQL functions, and that every file was checked: a tool that
// reads nothing reports success.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findFolderCycles } from './folder-cycles.ts';
import { findCalls, findForbidden, readSources } from './sql-calls.ts';

/** `web` checks the page's own rules on its own sources. */
const ofWeb = process.argv[2] === 'web';
const [config, ...folders] = ofWeb
  ? ['web/.dependency-cruiser.cjs', 'web/src']
  : ['.dependency-cruiser.cjs', 'src', 'tests', 'client'];
const { stdout, stderr } = spawnSync('depcruise', ['--config', config, '--output-type', 'json', ...folders], {
  encoding: 'utf8',
  maxBuffer: 256 * 1024 * 1024,
});
if (!stdout) throw new Error(`dependency-cruiser did not run: ${stderr}`);
const { modules, summary } = JSON.parse(stdout);

const cruised = new Set(modules.filter(({ dependencies }) => dependencies).map(({ source }) => source));
const missed = globSync(`${folders[0]}/**/*.{ts,tsx}`).filter(
  path => !path.endsWith('.d.ts') && !cruised.has(path),
);
for (const path of missed) console.error(`not read by dependency-cruiser: ${path}`);

for (const { rule, from, to, cycle, via } of summary.violations) {
  const way = cycle ?? via;
  console.error(`${rule.name}: ${[from, ...(way ? way.map(({ name }) => name) : [to])].join(' → ')}`);
}

/** Calls between SQL functions follow the same rules. The web page has none. */
const { functions, callers } = ofWeb ? { functions: [], callers: [] } : readSources();
const calls = findCalls(functions, callers);
const { forbidden } = createRequire(import.meta.url)(`../${config}`);
const imports = modules.flatMap(({ source, dependencies = [] }) =>
  dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
);
const wrong = [...findForbidden(calls, forbidden), ...findFolderCycles([...imports, ...calls])];
for (const each of wrong) console.error(each);

const isRead = cruised.size > 0 && missed.length === 0 && (ofWeb || calls.length > 0);
if (!isRead || summary.violations.length + wrong.length > 0) process.exit(1);
console.log(
  `Import rules: ${cruised.size} files, ${summary.totalDependenciesCruised} imports, ${calls.length} calls of SQL functions, none against them.`,
);
