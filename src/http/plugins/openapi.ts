import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifySchema } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
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
        { name: 'Events', description: 'What happened, for those who missed a webhook.' },
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

/** The reference page is four megabytes of script: loaded when somebody first looks at it, not at every start. */
async function loadReference(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const pages = Fastify();
  await pages.register(reference, {
    routePrefix: `${publicPrefix}/docs`,
    configuration: {
      url: `${publicPrefix}/openapi.json`,
      title: 'Filemill API',
      telemetry: false,
      withDefaultFonts: false,
    },
  });
  await pages.ready();
  return pages;
}

export function serveOpenApi(app: App): void {
  app.get(`${publicPrefix}/openapi.json`, { schema: { hide: true } }, async () => app.swagger());
  let loading: Promise<FastifyInstance> | undefined;
  for (const path of ['/docs', '/docs/*'])
    app.get(publicPrefix + path, { schema: { hide: true } }, async (request, reply) => {
      loading ??= loadReference();
      const page = await (await loading).inject({
        url: request.url,
        headers: request.headers as Record<string, string>,
      });
      if (page.statusCode === 404) throw new ApiError('not_found');
      return reply
        .code(page.statusCode)
        .headers(page.headers as Record<string, string>)
        .send(page.rawPayload);
    });
}
