// The import law, and proof that it was asked of every file: a cruiser that reads nothing reports success.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

const { stdout, stderr } = spawnSync(
  'depcruise',
  ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'tests', 'client'],
  { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
);
if (!stdout) throw new Error(`dependency-cruiser did not run: ${stderr}`);
const { modules, summary } = JSON.parse(stdout);

const cruised = new Set(modules.filter(({ dependencies }) => dependencies).map(({ source }) => source));
const missed = globSync(['src/**/*.ts', 'client/**/*.ts']).filter(
  path => !path.endsWith('.d.ts') && !cruised.has(path),
);
for (const path of missed) console.error(`not read by dependency-cruiser: ${path}`);

for (const { rule, from, to, cycle, via } of summary.violations) {
  const way = cycle ?? via;
  console.error(`${rule.name}: ${[from, ...(way ? way.map(({ name }) => name) : [to])].join(' → ')}`);
}

if (cruised.size === 0 || missed.length > 0 || summary.violations.length > 0) process.exit(1);
console.log(
  `Import law: ${cruised.size} files, ${summary.totalDependenciesCruised} imports, none against it.`,
);
