import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifySchema } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { App } from '../app.ts';

/** What one API says of itself beyond its routes. */
export interface ApiDocument {
  prefix: `/${string}`;
  title: string;
  description: string;
  security: Record<string, object>;
  tags: { name: string; description: string }[];
}

/** Parameters of the address that stand before a route's own. */
function withPrefixParams(url: string, schema: FastifySchema): FastifySchema {
  if (!url.includes('/:workspaceId')) return schema;
  const { properties = {}, required = [] } = (schema.params ?? {}) as {
    properties?: object;
    required?: string[];
  };
  const params = {
    type: 'object',
    properties: { workspaceId: { type: 'string' }, ...properties },
    required: [...new Set(['workspaceId', ...required])],
  };
  return { ...schema, params };
}

/** The document is made from the schemas that validate and serialise; there is no second description. */
export async function useOpenApi(app: App, document: ApiDocument): Promise<void> {
  const { prefix, title, description, security, tags } = document;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        version: 'v1',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: prefix }],
      components: { securitySchemes: security as never },
      security: Object.keys(security).map(name => ({ [name]: [] })),
      tags,
    },
    stripBasePath: true,
    hideUntagged: true,
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `def-${index}`,
    },
    transform: ({ schema, url }) => {
      const {
        'x-body': body,
        'x-query': querystring,
        ...rest
      } = schema as FastifySchema & { 'x-body'?: unknown; 'x-query'?: unknown };
      const documented = {
        ...rest,
        ...(body !== undefined && { body }),
        ...(querystring !== undefined && { querystring }),
      };
      // The map itself stands at the root: without the base path it must still be a path.
      return {
        schema: withPrefixParams(url, documented),
        url: url === prefix ? `${url}/` : url,
      };
    },
  });
}

/** The reference page is four megabytes of script: loaded when somebody first looks at it, not at every start. */
async function loadReference({ prefix, title }: ApiDocument): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const pages = Fastify();
  await pages.register(reference, {
    routePrefix: `${prefix}/docs`,
    configuration: {
      url: `${prefix}/openapi.json`,
      title,
      // Nothing that leads to somebody else's service, with the document under its arm.
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  });
  await pages.ready();
  return pages;
}

export function serveOpenApi(app: App, document: ApiDocument): void {
  const { prefix } = document;
  app.get(`${prefix}/openapi.json`, { schema: { hide: true }, config: { open: true } }, async () =>
    app.swagger(),
  );
  let loading: Promise<FastifyInstance> | undefined;
  for (const path of ['/docs', '/docs/*'])
    app.get(prefix + path, { schema: { hide: true }, config: { open: true } }, async (request, reply) => {
      loading ??= loadReference(document);
      const page = await (await loading).inject({
        url: request.url,
        headers: request.headers as Record<string, string>,
      });
      if (page.statusCode === 404) throw new ApiError('not_found');
      // Of this connection it knows nothing.
      const { connection, ...headers } = page.headers;
      return reply
        .code(page.statusCode)
        .headers(headers as Record<string, string>)
        .send(page.rawPayload);
    });
}
