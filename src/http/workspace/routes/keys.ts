import { Type } from 'typebox';
import { invalid } from '../../../contract/errors.ts';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { PageQuery } from '../../../contract/schemas/recipe.ts';
import { NewKey, overlap } from '../../../contract/schemas/workspace.ts';
import type { Scope } from '../../../contract/states.ts';
import { createKey, revokeKey, rotateKey } from '../../../domain/keys/keys.ts';
import { type KeyInfo, pageKeys } from '../../../domain/keys/list.ts';
import type { App, Services } from '../../app.ts';

const tags = ['Keys'];

const present = ({ keyId, name, hint, scopes, status, createdAt, expiresAt, lastUsedAt }: KeyInfo) => ({
  id: keyId,
  name,
  hint,
  scopes,
  status,
  createdAt: createdAt.toISOString(),
  ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
});

export function keyRoutes(app: App, { db }: Services): void {
  app.get(
    '/keys',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'List keys',
        tags,
        querystring: PageQuery,
        response: { 200: Type.Ref('KeyList#'), ...errorResponses('validation_failed', 'not_found') },
      },
    },
    async ({ caller, query }) => {
      const { keys, nextCursor } = await pageKeys(db, caller.workspaceId, query);
      return { keys: keys.map(present), nextCursor };
    },
  );

  app.post(
    '/keys',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Create a key',
        description: 'The answer carries the key, once.',
        tags,
        body: NewKey,
        response: {
          201: Type.Ref('CreatedKey#'),
          ...errorResponses('validation_failed', 'not_found', 'invalid_state'),
        },
      },
    },
    async ({ caller, body }, reply) => {
      const expiresAt = body.expiresAt === undefined ? undefined : new Date(body.expiresAt);
      if (expiresAt && !(expiresAt > new Date())) throw invalid('expiresAt', 'must lie in the future');
      const { key, keyId } = await createKey(db, {
        workspaceId: caller.workspaceId,
        name: body.name,
        ...(body.scopes && { scopes: body.scopes as Scope[] }),
        ...(expiresAt && { expiresAt }),
      });
      return reply.code(201).send({ id: keyId, key });
    },
  );

  app.post(
    '/keys/:id/rotate',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Rotate a key',
        description: 'A new key with the same rights; the old one works on until the overlap ends.',
        tags,
        params: JobParams,
        body: overlap('key'),
        response: {
          201: Type.Ref('CreatedKey#'),
          ...errorResponses('validation_failed', 'not_found', 'invalid_state'),
        },
      },
    },
    async ({ caller, params, body }, reply) => {
      const ref = { id: params.id, workspaceId: caller.workspaceId };
      const { key, keyId } = await rotateKey(db, ref, body.overlapSeconds);
      return reply.code(201).send({ id: keyId, key });
    },
  );

  app.post(
    '/keys/:id/revoke',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Revoke a key',
        tags,
        params: JobParams,
        response: {
          204: Type.Null({ description: 'It no longer works. It stays in the list.' }),
          ...errorResponses('not_found'),
        },
      },
    },
    async ({ caller, params }, reply) => {
      await revokeKey(db, { id: params.id, workspaceId: caller.workspaceId });
      return reply.code(204).send(null);
    },
  );
}
