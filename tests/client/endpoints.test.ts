import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Signed URLs come from responses and are never built by the client. */
const signed = /^\/(uploads|downloads|zips)\//;

function readEndpoints(file: string): { verb: string; path: string }[] {
  let path = '';
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(line => {
      path = /^ {4}"(\/.*)": \{/.exec(line)?.[1] ?? path;
      const verb = /^ {8}(get|post|put|patch|delete): (?:\{|operations)/.exec(line)?.[1];
      return verb && !signed.test(path) ? [{ verb, path }] : [];
    });
}

/** `run` uploads the file and starts a run instead, which can be followed step by step. */
const insteadOf = ['/run/recipes/{id}'];

const generated = ['client/src/api/public.ts', 'client/src/api/workspace.ts'];
const source = globSync('client/src/**/*.ts')
  .filter(path => !generated.includes(path))
  .map(path => readFileSync(path, 'utf8'))
  .join('\n');

test.each(generated)('the client has a method for every endpoint of %s', file => {
  const described = readEndpoints(file);
  expect(described.length).toBeGreaterThan(15);
  const missing = described.filter(({ verb, path }) => {
    const inRoom = path.replace('/workspaces/{workspaceId}', '') || '/';
    const calls = [
      `.${verb}('${inRoom}'`,
      `.${verb}('${path}'`,
      `.stream('${inRoom}'`,
      `.sendInOneRequest('${path}'`,
      `.send('${verb.toUpperCase()}', '${path}'`,
    ];
    return !insteadOf.includes(path) && !calls.some(call => source.includes(call));
  });
  expect(missing).toEqual([]);
});
