// Writes the client's types from the two OpenAPI documents of the service; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { describeBoth, listCombiningTypes } from './describe.ts';
import { type Document, keepReachedSchemas, keepWhatACallerTypes, removeSharedPaths } from './document.ts';

/** Names that the generator always writes and that are not used here. */
const unused = /^export type (webhooks|\$defs|operations) = Record<string, never>;\n/gm;

async function write(document: Document): Promise<string> {
  const types = await openapiTypescript(document as never, { alphabetize: true, defaultNonNullable: false });
  return `// Made from the service's OpenAPI document by \`npm run client:types\`. Do not edit.\n${astToString(types).replace(unused, '')}`;
}

const writeCombiningTypes = (ids: string[]): string =>
  `// Made from the job types' declarations by \`npm run client:types\`. Do not edit.
/** The job types that come with the service and take several files. */
export type CombiningJobTypeId =
${ids.map(id => `  | '${id}'`).join('\n')};
`;

const described = await describeBoth();
const publicApi = keepWhatACallerTypes(described.public as Document);
const workspaceApi = keepReachedSchemas(
  removeSharedPaths(publicApi, keepWhatACallerTypes(described.workspace as Document)),
);
const files = {
  'public.ts': await write(publicApi),
  'workspace.ts': await write(workspaceApi),
  'job-types.ts': writeCombiningTypes(await listCombiningTypes()),
};

const checks = process.argv.includes('--check');
let stale = false;
for (const [name, text] of Object.entries(files)) {
  const path = new URL(`../src/api/${name}`, import.meta.url);
  if (!checks) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    stale = true;
    console.error(`client/src/api/${name} is not what the service serves: run \`npm run client:types\`.`);
  }
}
process.exit(stale ? 1 : 0);
