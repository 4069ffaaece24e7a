import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { PageQuery } from '../../../contract/schemas/page.ts';
import { type KeyInfo, listKeysByPage } from '../../../domain/people/keys/list.ts';
import type { App, Services } from '../../app.ts';

const presentKey = ({ keyId, createdAt, expiresAt, lastUsedAt, ...rest }: KeyInfo) => ({
  id: keyId,
  name: rest.name,
  hint: rest.hint,
  scopes: rest.scopes,
  status: rest.status,
  ...(rest.rotatedTo && { rotatedTo: rest.rotatedTo }),
  createdAt: createdAt.toISOString(),
  ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
});

export function listKeysRoute(app: App, { db }: Services): void {
  app.get(
    '/keys',
    {
      config: { readsList: true, role: 'viewer' },
      schema: {
        operationId: 'listKeys',
        summary: 'List keys',
        description: 'Only the last four characters of a key are shown.',
        tags: ['Keys'],
        querystring: PageQuery,
        response: { 200: Type.Ref('KeyList#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async ({ caller, query }) => {
      const { keys, nextCursor } = await listKeysByPage(db, caller.workspaceId, query);
      return { keys: keys.map(presentKey), nextCursor };
    },
  );
}
