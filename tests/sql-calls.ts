import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Use } from './folder-cycles.ts';

export interface Source {
  path: string;
  text: string;
}

/** The path conditions of a dependency-cruiser rule. */
export interface PathRule {
  name?: string;
  from: Record<string, unknown>;
  to: Record<string, unknown>;
}

/** Reads the SQL functions, and the TypeScript files that may call them. */
export function readSources(root = '.'): { functions: Source[]; callers: Source[] } {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root }).map(path => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));
  return {
    functions: read('src/{queue,domain}/**/*.sql'),
    callers: read('src/**/*.ts').filter(({ path }) => !path.endsWith('.test.ts')),
  };
}

/**
 * Finds every call of a SQL function by another file, to apply the import rules to it. Each function is a file with its
 * name, so a call counts as an import of that file.
 */
export function findCalls(functions: Source[], callers: Source[]): Use[] {
  const paths = new Map(functions.map(({ path }) => [basename(path, '.sql'), path]));
  return [...functions, ...callers].flatMap(({ path, text }) => {
    const code = path.endsWith('.sql') ? text.replaceAll(/--.*$/gm, '') : text;
    const names = new Set(Array.from(code.matchAll(/\b([a-z]+(?:_[a-z]+)+)\s*\(/g), ([, name]) => name!));
    return [...names].flatMap(name => {
      const to = paths.get(name);
      return to === undefined || to === path ? [] : [{ from: path, to }];
    });
  });
}

const matches = (patterns: unknown, path: string): boolean =>
  [patterns ?? []].flat().some(pattern => new RegExp(pattern as string).test(path));

/** Rules with other conditions, or that refer to a part of the caller's path, only apply to imports. */
const isAboutPaths = ({ from, to }: PathRule): boolean =>
  [...Object.keys(from), ...Object.keys(to)].every(key => key === 'path' || key === 'pathNot') &&
  !JSON.stringify(to).includes('$1');

/** Finds the calls that a rule on paths forbids. */
export const findForbidden = (calls: Use[], rules: PathRule[]): string[] =>
  rules
    .filter(isAboutPaths)
    .flatMap(({ name, from: caller, to: callee }) =>
      calls
        .filter(
          ({ from, to }) =>
            matches(caller.path, from) &&
            !matches(caller.pathNot, from) &&
            matches(callee.path, to) &&
            !matches(callee.pathNot, to),
        )
        .map(({ from, to }) => `${name}: ${from} → ${to}`),
    );
