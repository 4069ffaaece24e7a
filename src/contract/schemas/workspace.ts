import { type Static, Type } from 'typebox';
import { roles } from '../roles.ts';
import { scopes } from '../states.ts';
import { Email } from './account.ts';
import { closed, time } from './fields.ts';
import { PageQuery } from './page.ts';
import { Usage } from './service.ts';

const nextCursor = Type.Union([Type.String(), Type.Null()]);
const list = <const Name extends string, const Of extends string>(name: Name, of: Of, id: string) =>
  Type.Object({ [name]: Type.Array(Type.Ref(`${of}#`)), nextCursor } as never, { ...closed, $id: id });

export const WorkspaceRole = Type.String({ enum: [...roles] });
export const WorkspaceName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: 'One line: no control characters.',
});

export const Workspace = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    plan: Type.String(),
    role: Type.Optional(Type.String({ enum: [...roles], description: 'Your role in it.' })),
    limits: Type.Optional(Usage.properties.limits),
    apiAccess: Type.Optional(Type.Boolean({ description: 'Whether its plan allows API keys.' })),
    members: Type.Optional(Type.Integer({ description: 'The number of members, for operators.' })),
    createdAt: time(),
  },
  { ...closed, $id: 'Workspace' },
);
export const WorkspaceList = list('workspaces', 'Workspace', 'WorkspaceList');
export const NewWorkspace = Type.Object(
  {
    name: WorkspaceName,
    plan: Type.Optional(Type.String({ maxLength: 32, description: 'By default `developer`.' })),
  },
  { ...closed, 'x-name': 'NewWorkspace' },
);
/** Operators search for one workspace among many, or for workspaces without members. */
export const AllWorkspacesQuery = Type.Object(
  {
    ...PageQuery.properties,
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'A part of its name.' })),
    memberless: Type.Optional(Type.Enum(['true', 'false'], { description: 'Only those without a member.' })),
  },
  closed,
);
export type AllWorkspacesQuery = Static<typeof AllWorkspacesQuery>;
export const RenamedWorkspace = Type.Object(
  { name: WorkspaceName },
  { ...closed, 'x-name': 'RenamedWorkspace' },
);

export const Member = Type.Object(
  {
    userId: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: WorkspaceRole,
    joinedAt: time(),
  },
  { ...closed, $id: 'Member' },
);
export type Member = Static<typeof Member>;
export const MemberList = list('members', 'Member', 'MemberList');
export const MemberParams = Type.Object({ userId: Type.String() });

export const ChangedMember = Type.Object({ role: WorkspaceRole }, { ...closed, 'x-name': 'ChangedMember' });

export const invitationStates = ['open', 'accepted', 'revoked', 'expired'] as const;
const invitationFields = {
  id: Type.String(),
  email: Type.String(),
  role: WorkspaceRole,
  status: Type.String({ enum: [...invitationStates] }),
  invitedBy: Type.Optional(Type.String({ description: 'A user id.' })),
  createdAt: time(),
  expiresAt: time(),
  acceptedAt: Type.Optional(time()),
};
export const Invitation = Type.Object(invitationFields, { ...closed, $id: 'Invitation' });
export type Invitation = Static<typeof Invitation>;
export const CreatedInvitation = Type.Object(
  {
    ...invitationFields,
    link: Type.String({ description: 'Shown only once. No email is sent, so pass it on yourself.' }),
  },
  { ...closed, $id: 'CreatedInvitation' },
);
export const InvitationList = list('invitations', 'Invitation', 'InvitationList');
export const NewInvitation = Type.Object(
  { email: Email, role: WorkspaceRole },
  { ...closed, 'x-name': 'NewInvitation' },
);
/** An invitation as shown to the holder of its link before they accept it. */
export const OpenInvitation = Type.Object(
  {
    workspace: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    email: Type.String(),
    role: WorkspaceRole,
    expiresAt: time(),
  },
  { ...closed, $id: 'OpenInvitation' },
);

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
export const KeyList = list('keys', 'Key', 'KeyList');
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
        description: 'By default all.',
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

export const UsageHistoryQuery = Type.Object(
  {
    unit: Type.String({ enum: ['day', 'month'], default: 'day' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: 366,
      default: 31,
      description: 'The number of windows to go back.',
    }),
  },
  closed,
);
export const UsageHistory = Type.Object(
  {
    unit: Type.String({ enum: ['day', 'month'] }),
    limit: Type.Optional(
      Type.Integer({ description: "The plan's operations per window. Absent if there is no limit." }),
    ),
    windows: Type.Array(
      Type.Object(
        {
          start: Type.String({ format: 'date' }),
          operations: Type.Integer(),
          credits: Type.Integer({ description: 'AI credits spent.' }),
          storageBytes: Type.Optional(Type.Integer({ description: 'The most stored at any time.' })),
        },
        closed,
      ),
      { description: 'Newest first; windows without usage are omitted.' },
    ),
  },
  { ...closed, $id: 'UsageHistory' },
);
export type UsageHistory = Static<typeof UsageHistory>;

export const UsageBreakdownQuery = Type.Object(
  {
    by: Type.String({ enum: ['type', 'key', 'source'], default: 'type' }),
    days: Type.Integer({
      minimum: 1,
      maximum: 90,
      default: 30,
      description: 'The number of UTC days, including today.',
    }),
    daily: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'Also gives the figures of each day.' }),
    ),
  },
  closed,
);
const usageFigures = {
  operations: Type.Integer(),
  completed: Type.Integer(),
  failed: Type.Integer(),
  credits: Type.Integer(),
};
export const UsageBreakdown = Type.Object(
  {
    by: Type.String({ enum: ['type', 'key', 'source'] }),
    days: Type.Integer(),
    shares: Type.Array(
      Type.Object(
        {
          id: Type.Optional(
            Type.String({ description: 'Absent for jobs that were not created with a key.' }),
          ),
          name: Type.Optional(Type.String({ description: 'The name of the key.' })),
          ...usageFigures,
          days: Type.Optional(
            Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...usageFigures }, closed), {
              description: 'With `daily`: the days that have any, oldest first.',
            }),
          ),
        },
        closed,
      ),
      {
        description:
          'The largest first. Jobs count on the day they end, even if they were deleted since; waiting and running jobs count today.',
      },
    ),
  },
  { ...closed, $id: 'UsageBreakdown' },
);
export type UsageBreakdown = Static<typeof UsageBreakdown>;

/** The kinds of ledger entries: the month's allowance and its end, grants of an operator, and the credits of a job. */
export const creditKinds = ['allowance', 'expiry', 'grant', 'reservation', 'settlement', 'release'] as const;
export const CreditEntry = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ enum: [...creditKinds] }),
    amount: Type.Integer({ description: 'Negative where credits are spent.' }),
    jobId: Type.Optional(Type.String()),
    note: Type.String(),
    createdAt: time(),
  },
  { ...closed, $id: 'CreditEntry' },
);
export type CreditEntry = Static<typeof CreditEntry>;
export const Ledger = Type.Object(
  {
    balance: Type.Integer({ description: 'The sum of all entries.' }),
    entries: Type.Array(Type.Ref('CreditEntry#')),
    nextCursor,
  },
  { ...closed, $id: 'Ledger' },
);
export const Grant = Type.Object(
  {
    amount: Type.Integer({
      minimum: -1_000_000_000,
      maximum: 1_000_000_000,
      description: 'Negative to take credits back; not 0.',
    }),
    note: Type.String({ maxLength: 500, default: '' }),
  },
  { ...closed, 'x-name': 'Grant' },
);

export const ChangedPlan = Type.Object(
  { plan: Type.String({ minLength: 1, maxLength: 32 }) },
  { ...closed, 'x-name': 'ChangedPlan' },
);
export const PlanList = Type.Object(
  {
    plans: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          apiAccess: Type.Boolean(),
          operationsPerDay: Type.Optional(Type.Integer()),
          operationsPerMonth: Type.Optional(Type.Integer()),
          aiCreditsPerMonth: Type.Optional(Type.Integer()),
          limits: Usage.properties.limits,
        },
        closed,
      ),
    ),
  },
  { ...closed, $id: 'PlanList' },
);
