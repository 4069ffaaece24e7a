import { type Static, Type } from 'typebox';
import { roles } from '../roles.ts';
import { Email } from './account.ts';
import { closed, time } from './fields.ts';
import { makeList, PageQuery } from './page.ts';
import { Usage } from './service.ts';

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
export const WorkspaceList = makeList('workspaces', 'Workspace', 'WorkspaceList');
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
export const DeletedWorkspace = Type.Object(
  { name: Type.String({ maxLength: 200, description: 'The name of the workspace, as a confirmation.' }) },
  { ...closed, 'x-name': 'DeletedWorkspace' },
);
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
export const MemberList = makeList('members', 'Member', 'MemberList');
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
export const InvitationList = makeList('invitations', 'Invitation', 'InvitationList');
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
