import { type Static, Type } from 'typebox';
import { closed, oneOf, time } from './fields.ts';
import { nextCursor, PageQuery } from './page.ts';

/** The changes that are recorded in the audit log. */
export const auditActions = [
  'key.created',
  'key.rotated',
  'key.revoked',
  'key.restored',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'invitation.revoked',
  'connection.created',
  'connection.changed',
  'connection.deleted',
  'webhook.created',
  'webhook.changed',
  'webhook.paused',
  'webhook.resumed',
  'webhook.secret_rotated',
  'webhook.deleted',
  'callbacks.secret_rotated',
  'workspace.created',
  'workspace.renamed',
  'workspace.plan_changed',
  'workspace.adopted',
  'workspace.deleted',
  'workspace.credits_granted',
  'user.password_reset',
  'user.operator_added',
  'user.operator_removed',
  'model.install_requested',
] as const;

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    at: time(),
    action: oneOf(auditActions),
    workspaceId: Type.Optional(
      Type.String({ description: 'Absent if the change concerns the whole installation.' }),
    ),
    actor: Type.Object(
      {
        kind: oneOf(['user', 'key', 'server'], {
          description:
            '`user`: a signed-in user; `key`: an API key; `server`: a command on the server, or its first start.',
        }),
        id: Type.Optional(Type.String()),
        name: Type.Optional(
          Type.String({ description: "The user's e-mail address or the key's name, at that time." }),
        ),
      },
      closed,
    ),
    target: Type.Object(
      {
        id: Type.String({ description: 'The id of the changed object, or the name of the model.' }),
        name: Type.Optional(Type.String({ description: 'Its name, e-mail address or host, at that time.' })),
      },
      closed,
    ),
    detail: Type.Optional(
      Type.String({
        description:
          'The new value, if there is one: the role, the plan, the number of credits, or the id of the new key.',
      }),
    ),
  },
  { ...closed, $id: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditLog = Type.Object(
  {
    entries: Type.Array(Type.Ref('AuditEntry#')),
    nextCursor,
  },
  { ...closed, $id: 'AuditLog' },
);

export const AuditLogQuery = Type.Object(
  {
    ...PageQuery.properties,
    workspaceId: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only changes in this workspace.' }),
    ),
  },
  closed,
);
export type AuditLogQuery = Static<typeof AuditLogQuery>;
