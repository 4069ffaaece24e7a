import Fastify, { type FastifyInstance } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { App } from '../app.ts';
import { getServiceUrl } from '../plugins/service-url.ts';
import { describeApi } from './describe.ts';
import type { OpenApi } from './document.ts';
import type { ApiDocument } from './documents.ts';
import { frameReference, referenceStyle } from './reference-frame.ts';

/** Loads the reference page. It is four megabytes of script, so it is loaded when somebody first opens it. */
async function loadReference({ prefix, title }: ApiDocument): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const pages = Fastify();
  await pages.register(reference, {
    routePrefix: `${prefix}/docs`,
    configuration: {
      url: `${prefix}/openapi.json`,
      pageTitle: `${title} API reference`,
      // The page must not send the document to anybody else's service.
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
      customCss: referenceStyle,
    },
  });
  await pages.ready();
  return pages;
}

export function serveOpenApi(app: App, document: ApiDocument, publicUrl: string | undefined): void {
  const { prefix } = document;
  let described: OpenApi | undefined;
  app.get(`${prefix}/openapi.json`, { schema: { hide: true }, config: { open: true } }, async request => {
    described ??= describeApi(app, document);
    return { ...described, servers: [{ url: getServiceUrl(request, publicUrl) + prefix }] };
  });
  let loading: Promise<FastifyInstance> | undefined;
  for (const path of ['/docs', '/docs/*'])
    app.get(prefix + path, { schema: { hide: true }, config: { open: true } }, async (request, reply) => {
      loading ??= loadReference(document);
      const page = await (await loading).inject({
        url: request.url,
        headers: request.headers as Record<string, string>,
      });
      if (page.statusCode === 404) throw new ApiError('not_found');
      // The inner app's Connection header says nothing about this connection.
      const { connection, 'content-length': length, ...headers } = page.headers;
      const isPage = String(headers['content-type']).startsWith('text/html');
      return reply
        .code(page.statusCode)
        .headers(headers as Record<string, string>)
        .send(isPage ? frameReference(page.body) : page.rawPayload);
    });
}
