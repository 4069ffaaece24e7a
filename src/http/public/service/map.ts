import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import type { Scope } from '../../../contract/states.ts';
import { type App, publicPrefix, type Services } from '../../app.ts';
import { getBaseUrl } from '../../plugins/service-url.ts';

interface Endpoint {
  method: string;
  path: string;
  purpose: string;
  scope?: Scope;
}

/** `GET /` lists what this API offers, read from the routes. It must be registered before them. */
export function serviceMapRoute(app: App, services: Services): void {
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.purpose || method === 'HEAD') return;
    const path = url.slice(publicPrefix.length) || '/';
    if (endpoints.some(each => each.path === path && each.method === method)) return;
    endpoints.push({
      method: String(method),
      path,
      purpose: config.purpose,
      ...(config.scope && { scope: config.scope }),
    });
  });
  app.get(
    '/',
    {
      config: { purpose: 'Inspect the public API surface and the current endpoint map.' },
      schema: {
        operationId: 'getServiceMap',
        summary: 'Inspect the API',
        description:
          'Lists every endpoint with its purpose and scope, the job types, and the URL of this description.',
        tags: ['Service'],
        response: { 200: Type.Ref('ServiceMap#'), ...describeErrors() },
      },
    },
    async request => {
      const base = getBaseUrl(request, services.publicUrl);
      return {
        name: 'Filemill',
        version: 'v1' as const,
        endpoints,
        jobTypes: [...services.jobTypes.keys()],
        openapi: `${base}/openapi.json`,
        docs: `${base}/docs`,
      };
    },
  );
}
