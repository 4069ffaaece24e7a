// Compiles the client for a Node that does not run TypeScript, so that programs in a clone can import it by
// name.
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [from, to] = ['src', 'dist'].map(name =>
  fileURLToPath(new URL(`../../client/${name}`, import.meta.url)),
) as [string, string];

/** Imports name the source files. */
const tsImport = /((?:\bfrom|\bimport)\s*\(?\s*['"]\.[^'"]+)\.ts(['"])/g;

// The client is written to a temporary folder first, so that an incomplete one is never used.
const unfinished = `${to}-${process.pid}`;
for (const path of globSync('**/*.ts', { cwd: from, exclude: ['**/*.test.ts'] })) {
  const target = join(unfinished, path.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  const code = stripTypeScriptTypes(readFileSync(join(from, path), 'utf8'));
  writeFileSync(target, code.replaceAll(tsImport, '$1.js$2'));
}
const [, key = ''] = process.argv.slice(1);
writeFileSync(join(unfinished, 'built.json'), JSON.stringify({ key }));
rmSync(to, { recursive: true, force: true });
renameSync(unfinished, to);
