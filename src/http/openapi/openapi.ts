import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { App } from '../app.ts';
import type { ApiDocument } from './documents.ts';

/** Adds the parameters of the app's prefix to those of a route. */
function addPrefixParams(url: string, schema: FastifySchema): FastifySchema {
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

/**
 * Serves the OpenAPI document, which is made from the schemas that also validate and serialise. `x-body`, `x-query` and
 * `x-headers` appear in the document only, because routes that stream check their requests themselves.
 */
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
        contact: { name: 'Operator of this installation' },
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
        'x-headers': headers,
        ...rest
      } = schema as FastifySchema & Record<`x-${'body' | 'query' | 'headers'}`, unknown>;
      const documented = {
        ...rest,
        ...(body !== undefined && { body }),
        ...(querystring !== undefined && { querystring }),
        ...(headers !== undefined && { headers }),
      };
      // The address of the service map is the base path itself, and a path must not be empty.
      return {
        schema: addPrefixParams(url, documented),
        url: url === prefix ? `${url}/` : url,
      };
    },
  });
}
