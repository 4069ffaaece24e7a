import { Type } from 'typebox';
import { defaultScopes, scopes } from '../states.ts';
import { closed, time } from './fields.ts';
import { makeList } from './page.ts';
import { WorkspaceName } from './workspace.ts';

export const Key = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    hint: Type.String({ description: 'Its last four characters.' }),
    scopes: Type.Array(Type.String({ enum: [...scopes] })),
    status: Type.String({ enum: ['active', 'expired', 'revoked'] }),
    createdAt: time(),
    expiresAt: Type.Optional(time()),
    lastUsedAt: Type.Optional(time('To the minute.')),
    rotatedTo: Type.Optional(
      Type.String({ description: 'The key that replaces it. This key stays valid until `expiresAt`.' }),
    ),
  },
  { ...closed, $id: 'Key' },
);
export const KeyList = makeList('keys', 'Key', 'KeyList');
export const CreatedKey = Type.Object(
  { id: Type.String(), key: Type.String({ description: 'Shown only once.' }) },
  { ...closed, $id: 'CreatedKey' },
);
export const NewKey = Type.Object(
  {
    name: Type.String({
      ...WorkspaceName,
      default: 'API key',
      description: 'The purpose of the key, in one line.',
    }),
    scopes: Type.Optional(
      Type.Array(Type.String({ enum: [...scopes] }), {
        minItems: 1,
        maxItems: scopes.length,
        uniqueItems: true,
        description: `By default ${defaultScopes.join(', ')}.`,
      }),
    ),
    expiresAt: Type.Optional(time('A time in the future. By default never.')),
  },
  { ...closed, 'x-name': 'NewKey' },
);
export const overlap = (what: string) =>
  Type.Object(
    {
      overlapSeconds: Type.Integer({
        minimum: 0,
        maximum: 30 * 86_400,
        default: 86_400,
        description: `How long the old ${what} stays valid.`,
      }),
    },
    closed,
  );
