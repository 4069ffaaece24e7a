import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeBoth } from '../../client/types/describe.ts';
import type { OpenApi, Operation } from '../../src/http/openapi/document.ts';
import { listOperations } from '../../src/http/openapi/document.ts';
import { takeSome } from '../support/needs.ts';

let folder: string;
let documents: Record<string, OpenApi>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-'));
  // The Node types, which the generated code needs.
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  documents = await describeBoth();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a typical call: the required parameters, and the body of the first example. */
function writeCall({ operationId, parameters = [], requestBody }: Operation): string {
  const parts: Record<string, unknown> = {};
  for (const { in: place, name, example, required } of parameters)
    if (required) parts[place] = { ...(parts[place] as object), [name]: example ?? 'text' };
  const { path, query, header } = parts;
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const [example] = Object.values(content?.examples ?? {}) as { value: object }[];
  const file = `new Blob(['bytes'])`;
  const body =
    type === 'application/json'
      ? JSON.stringify(example!.value)
      : type === 'multipart/form-data'
        ? `{ file: ${file} }`
        : file;
  const given = Object.entries({ path, query, headers: header })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  if (type) given.push(`body: ${body}`);
  return `await api.${operationId}({ ${given.join(', ')} });`;
}

const options = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
};

/** Returns the errors that TypeScript finds in a file of the folder with all checks on. */
async function findFaults(file: string): Promise<string> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [file] }));
  const compiler = resolve('node_modules/typescript-native/bin/tsc');
  return spawnSync(process.execPath, [compiler, '--singleThreaded', '-p', folder], { encoding: 'utf8' })
    .stdout;
}

test.each(takeSome(['public', 'workspace'], 1))(
  'the openapi-ts client of the %s document type-checks with one call of each operation',
  async name => {
    const document = documents[name]!;
    const path = join(folder, name);
    await createClient({
      input: document as never,
      output: { path },
      logs: { level: 'silent', file: false },
    });
    const calls = listOperations(document).map(([, operation]) => writeCall(operation));
    expect(calls.length).toBeGreaterThan(30);
    const program = `${name}-calls.ts`;
    await writeFile(
      join(folder, program),
      `import * as api from './${name}';\n${calls.join('\n')}\nexport {};\n`,
    );
    expect(await findFaults(program)).toBe('');
  },
);
