import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifySchema } from 'fastify';
import { type App, publicPrefix } from '../app.ts';

/** The document is made from the schemas that validate and serialise; there is no second description. */
export async function useOpenApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Filemill',
        version: 'v1',
        description:
          'Send files, get them back transformed. Create a job, PUT the file to its signed URL, start the job, poll it, download.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicPrefix }],
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, `fm_live_…`.' } },
      },
      security: [{ key: [] }],
      tags: [
        { name: 'Jobs', description: 'Create, start, follow and end jobs.' },
        { name: 'Files', description: 'Signed addresses: no key needed.' },
        { name: 'Recipes', description: 'Saved steps, run on files that are kept.' },
        { name: 'Artifacts', description: 'Files that are kept.' },
        { name: 'Service', description: 'What is here, and what is left of the plan.' },
      ],
    },
    stripBasePath: true,
    hideUntagged: true,
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `def-${index}`,
    },
    transform: ({ schema, url }) => {
      const { 'x-body': documented, ...rest } = schema as FastifySchema & { 'x-body'?: unknown };
      // The map itself stands at the root: without the base path it must still be a path.
      return {
        schema: documented ? { ...rest, body: documented } : rest,
        url: url === publicPrefix ? `${url}/` : url,
      };
    },
  });
}

export async function serveOpenApi(app: App): Promise<void> {
  app.get(`${publicPrefix}/openapi.json`, { schema: { hide: true } }, async () => app.swagger());
  await app.register(reference, {
    routePrefix: `${publicPrefix}/docs`,
    configuration: {
      url: `${publicPrefix}/openapi.json`,
      title: 'Filemill API',
      telemetry: false,
      withDefaultFonts: false,
    },
  });
}
