import { pino } from 'pino';
import type { App, Services } from '../../src/http/app.ts';
import { describeApi } from '../../src/http/openapi/describe.ts';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { type ApiDocument, makeWorkspaceDocument, publicDocument } from '../../src/http/openapi/documents.ts';
import { buildServer } from '../../src/http/server.ts';
import { buildWorkspace } from '../../src/http/workspace/workspace.ts';
import { takesSeveral } from '../../src/jobs/input-files.ts';
import { loadJobTypes } from '../../src/jobs/registry.ts';

/**
 * The two OpenAPI documents of the service. No database is needed, because registering routes only stores their
 * handlers.
 */
export async function describeBoth(): Promise<{ public: OpenApi; workspace: OpenApi }> {
  const services = { jobTypes: await loadJobTypes() } as Services;
  const log = pino({ level: 'silent' });
  const describe = async (app: App, api: ApiDocument) => {
    await app.ready();
    const document = structuredClone(describeApi(app, api));
    await app.close();
    return document;
  };
  return {
    public: await describe(await buildServer(services, log), publicDocument),
    workspace: await describe(await buildWorkspace(services, log), makeWorkspaceDocument('session')),
  };
}

/** Lists the ids of the job types that take several files. */
export async function listCombiningTypes(): Promise<string[]> {
  return [...(await loadJobTypes()).values()].filter(takesSeveral).map(({ id }) => id);
}
