import { Session, SessionList, Signed, User } from '../contract/schemas/account.ts';
import { Artifact } from '../contract/schemas/artifact.ts';
import { AuditEntry, AuditLog } from '../contract/schemas/audit.ts';
import { Batch, BatchList, BatchManifest } from '../contract/schemas/batch.ts';
import { Connection, ConnectionList } from '../contract/schemas/connection.ts';
import { ErrorEnvelope } from '../contract/schemas/error.ts';
import { Estimate } from '../contract/schemas/estimate.ts';
import { Event, EventList } from '../contract/schemas/event.ts';
import { GoldenFile, GoldenFileList } from '../contract/schemas/golden-file.ts';
import { CreatedJob, Job, JobList, ListedJob } from '../contract/schemas/job.ts';
import { CreatedKey, Key, KeyList } from '../contract/schemas/key.ts';
import { Activity, Failure, FailureList, FailureSummary, System } from '../contract/schemas/operator.ts';
import {
  Recipe,
  RecipeList,
  RecipePreview,
  RecipeVersionList,
  StepChoices,
} from '../contract/schemas/recipe.ts';
import { FileList } from '../contract/schemas/result.ts';
import { RecipeRun, RunList } from '../contract/schemas/run.ts';
import { JobTypeInfo, JobTypeList, ServiceMap, Usage } from '../contract/schemas/service.ts';
import { Trigger, TriggerList, TriggerLog } from '../contract/schemas/trigger.ts';
import { CreditEntry, Ledger, UsageBreakdown, UsageHistory } from '../contract/schemas/usage.ts';
import {
  Delivery,
  DeliveryList,
  SentEvent,
  Webhook,
  WebhookActivity,
  WebhookList,
  WebhookSecret,
} from '../contract/schemas/webhook.ts';
import {
  CreatedInvitation,
  Invitation,
  InvitationList,
  Member,
  MemberList,
  OpenInvitation,
  PlanList,
  Workspace,
  WorkspaceList,
} from '../contract/schemas/workspace.ts';
import { JobHistory, WorkspaceJobList } from '../contract/schemas/workspace-job.ts';

/** The schemas of answers that have a name in both APIs. */
const shared = [
  ErrorEnvelope,
  Job,
  CreatedJob,
  ListedJob,
  JobList,
  Estimate,
  Batch,
  BatchList,
  BatchManifest,
  FileList,
  JobTypeList,
  Usage,
  Artifact,
  Recipe,
  RecipeList,
  RecipeRun,
  RecipeVersionList,
  RunList,
  GoldenFile,
  GoldenFileList,
  Event,
  EventList,
  Webhook,
  WebhookList,
  WebhookSecret,
  WebhookActivity,
  Delivery,
  DeliveryList,
  SentEvent,
  Connection,
  ConnectionList,
  Trigger,
  TriggerList,
  TriggerLog,
];

export const publicSchemas = [...shared, ServiceMap];

export const workspaceSchemas = [
  ...shared,
  WorkspaceJobList,
  JobHistory,
  JobTypeInfo,
  RecipePreview,
  StepChoices,
  UsageBreakdown,
  FailureSummary,
  Activity,
  System,
  User,
  Session,
  SessionList,
  Signed,
  Workspace,
  WorkspaceList,
  Member,
  MemberList,
  Invitation,
  CreatedInvitation,
  InvitationList,
  OpenInvitation,
  Key,
  KeyList,
  CreatedKey,
  UsageHistory,
  CreditEntry,
  Ledger,
  AuditEntry,
  AuditLog,
  Failure,
  FailureList,
  PlanList,
];
