// Writes the client's types from the two OpenAPI documents the service serves; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { pino } from 'pino';
import type { App, Services } from '../../src/http/app.ts';
import { buildServer } from '../../src/http/server.ts';
import { buildWorkspace } from '../../src/http/workspace/workspace.ts';
import { loadJobTypes } from '../../src/jobs/registry.ts';
import { type Document, keepWhatACallerTypes, withoutPathsOf } from './document.ts';

/** Routes only keep what they are given, so describing them needs neither database nor storage. */
const services = { jobTypes: await loadJobTypes() } as Services;
const log = pino({ level: 'silent' });

async function describe(app: App): Promise<Document> {
  await app.ready();
  const document = structuredClone(app.swagger()) as unknown as Document;
  await app.close();
  return keepWhatACallerTypes(document);
}

/** Names the generator always writes and nobody here uses. */
const unused = /^export type (webhooks|\$defs|operations) = Record<string, never>;\n/gm;

async function write(document: Document): Promise<string> {
  const types = await openapiTypescript(document as never, { alphabetize: true, defaultNonNullable: false });
  return `// Made from the service's OpenAPI document by \`npm run client:types\`. Do not edit.\n${astToString(types).replace(unused, '')}`;
}

const publicApi = await describe(await buildServer(services, log));
const workspaceApi = withoutPathsOf(publicApi, await describe(await buildWorkspace(services, log)));
const files = { 'public.ts': await write(publicApi), 'workspace.ts': await write(workspaceApi) };

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
