import type { BodyOf, QueryOf } from './operation.ts';
import type { components, paths } from './workspace.ts';

type Schemas = components['schemas'];

/** Paths outside a workspace. */
export type AccountPaths = paths;
/** Paths within a workspace, relative to its address. */
export type WorkspacePaths = {
  [P in keyof paths as P extends `/workspaces/{workspaceId}${infer Rest}`
    ? Rest extends ''
      ? '/'
      : Rest
    : never]: paths[P];
};

export type AuditEntry = Schemas['AuditEntry'];
export type CreatedInvitation = Schemas['CreatedInvitation'];
export type CreatedKey = Schemas['CreatedKey'];
export type CreditEntry = Schemas['CreditEntry'];
export type FailedAttempt = Schemas['Failure'];
export type Activity = Schemas['Activity'];
export type FailureSummary = Schemas['FailureSummary'];
export type Invitation = Schemas['Invitation'];
export type JobHistory = Schemas['JobHistory'];
export type JobOrigin = JobHistory['origin'];
export type Key = Schemas['Key'];
export type Ledger = Schemas['Ledger'];
export type Member = Schemas['Member'];
export type OpenInvitation = Schemas['OpenInvitation'];
export type RecipePreview = Schemas['RecipePreview'];
export type Session = Schemas['Session'];
export type SignedIn = Schemas['SignedIn'];
export type StepChoice = Schemas['StepChoices']['choices'][number];
export type System = Schemas['System'];
export type UsageBreakdown = Schemas['UsageBreakdown'];
export type UsageHistory = Schemas['UsageHistory'];
export type User = Schemas['User'];
export type Workspace = Schemas['Workspace'];

export type WorkspaceJob = Schemas['WorkspaceJobList']['jobs'][number];

export type WorkspaceJobQuery = QueryOf<WorkspacePaths['/jobs']['get']>;
export type RecipeDraft = BodyOf<WorkspacePaths['/recipes/preview']['post']>;
export type RecipeTrial = BodyOf<WorkspacePaths['/recipes/trials']['post']>;
export type NewKey = BodyOf<WorkspacePaths['/keys']['post']>;
export type NewInvitation = BodyOf<WorkspacePaths['/invitations']['post']>;
export type Role = Member['role'];
