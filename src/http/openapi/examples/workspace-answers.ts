import { answers, jobType, listedJob, planLimits } from './answers.ts';
import { exampleTime, exampleUuid, makeExampleId } from './ids.ts';
import { delivery } from './webhook-answers.ts';

const later = '2026-01-12T09:00:00.000Z';
const user = {
  id: makeExampleId('user'),
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  operator: true,
  createdAt: exampleTime,
};
const session = {
  id: makeExampleId('session'),
  current: true,
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0',
  createdAt: exampleTime,
  expiresAt: later,
};
const workspace = {
  id: makeExampleId('workspace'),
  name: 'Accounts',
  plan: 'developer',
  role: 'owner',
  limits: planLimits,
  apiAccess: true,
  createdAt: exampleTime,
};
const member = {
  userId: makeExampleId('user'),
  name: user.name,
  email: user.email,
  role: 'owner',
  joinedAt: exampleTime,
};
const invitation = {
  id: makeExampleId('invitation'),
  email: 'grace@example.org',
  role: 'member',
  status: 'open',
  invitedBy: makeExampleId('user'),
  createdAt: exampleTime,
  expiresAt: later,
};
const key = {
  id: makeExampleId('key'),
  name: 'Invoices',
  hint: '4fQz',
  scopes: ['jobs:read', 'jobs:write'],
  status: 'active',
  createdAt: exampleTime,
};
const credit = {
  id: makeExampleId('creditEntry'),
  kind: 'grant',
  amount: 100,
  note: 'For the migration.',
  createdAt: exampleTime,
};
const failure = {
  diagnosticId: exampleUuid,
  jobId: makeExampleId('job'),
  workspaceId: makeExampleId('workspace'),
  jobType: 'document-convert',
  attempt: 1,
  reason: 'unreadable_input',
  outcome: 'failed',
  engines: ['libreoffice'],
  program: 'soffice',
  exitCode: 1,
  detail: 'The office could not open the file.',
  at: exampleTime,
};
const auditEntry = {
  id: makeExampleId('auditEntry'),
  at: exampleTime,
  action: 'key.created',
  workspaceId: makeExampleId('workspace'),
  actor: { kind: 'user', id: makeExampleId('user'), name: user.email },
  target: { id: makeExampleId('key'), name: 'Invoices' },
};
const step = { index: 0, errors: [], outputs: ['pdf'] };
const origin = { key: { id: makeExampleId('key'), name: 'Invoices' } };

/** An example of each answer of the workspace API, by the name of its schema. */
export const workspaceAnswers: Record<string, object> = {
  ...answers,
  User: user,
  SessionList: { sessions: [session] },
  SignedIn: {
    user,
    sessionId: makeExampleId('session'),
    workspaces: [{ id: makeExampleId('workspace'), name: 'Accounts', role: 'owner' }],
  },
  RevokedSessions: { revoked: 2 },
  Workspace: workspace,
  WorkspaceList: { workspaces: [workspace], nextCursor: null },
  Member: member,
  MemberList: { members: [member], nextCursor: null },
  CreatedInvitation: { ...invitation, link: 'https://files.example.org/invitation#token=Zm9v' },
  InvitationList: { invitations: [invitation], nextCursor: null },
  OpenInvitation: {
    workspace: { id: makeExampleId('workspace'), name: 'Accounts' },
    email: invitation.email,
    role: 'member',
    expiresAt: later,
  },
  KeyList: { keys: [key], nextCursor: null },
  CreatedKey: { id: makeExampleId('key'), key: 'fm_live_…' },
  WorkspaceJobList: { jobs: [{ ...listedJob, origin }], nextCursor: null },
  JobHistory: {
    origin,
    timeline: [
      { what: 'created', at: exampleTime },
      { what: 'completed', at: exampleTime },
    ],
    events: [answers.Event],
    deliveries: [delivery],
  },
  RecipePreview: { valid: true, accepts: ['docx', 'odt'], steps: [step] },
  StepChoices: { choices: [{ jobType: jobType.id, fits: true, options: { angle: 90 } }] },
  UsageHistory: {
    unit: 'day',
    limit: 2000,
    windows: [{ start: '2026-01-05', operations: 12, credits: 3, storageBytes: 91_238_112 }],
  },
  UsageBreakdown: {
    by: 'type',
    days: 30,
    shares: [
      {
        id: 'pdf-merge',
        operations: 12,
        completed: 11,
        failed: 1,
        credits: 0,
        days: [{ day: '2026-01-05', operations: 12, completed: 11, failed: 1, credits: 0 }],
      },
    ],
  },
  CreditEntry: credit,
  Ledger: { balance: 100, entries: [credit], nextCursor: null },
  AuditLog: { entries: [auditEntry], nextCursor: null },
  Failure: failure,
  FailureList: { failures: [failure], nextCursor: null },
  FailureSummary: {
    hours: 24,
    reasons: [
      {
        reason: 'unreadable_input',
        jobType: 'document-convert',
        attempts: 2,
        jobs: 2,
        lastAt: exampleTime,
        lastDiagnosticId: exampleUuid,
      },
    ],
  },
  Activity: {
    since: exampleTime,
    hours: [{ start: exampleTime, completed: 120, failed: 2, waiting: 0.4, waitMs95: 850 }],
    types: [{ type: 'pdf-merge', completed: 80, failed: 1, durationMs50: 310, durationMs95: 1240 }],
    callers: [
      {
        workspaceId: makeExampleId('workspace'),
        workspaceName: 'Accounts',
        keyName: 'Robot',
        type: 'pdf-merge',
        completed: 80,
        failed: 1,
      },
    ],
    disk: [{ start: exampleTime, storedBytes: 91_238_112, freeBytes: 214_748_364_800 }],
  },
  PlanList: { plans: [{ id: 'developer', apiAccess: true, operationsPerDay: 2000, limits: planLimits }] },
  System: {
    workers: [
      {
        id: 'worker-1',
        startedAt: exampleTime,
        seenAt: exampleTime,
        alive: true,
        jobs: 1,
        has: ['poppler', 'libreoffice'],
      },
    ],
    engines: [
      {
        id: 'poppler',
        title: 'Poppler',
        licence: 'GPL-2.0-or-later',
        packages: ['poppler-utils'],
        version: '22.12.0',
      },
    ],
    models: [],
    queue: { queued: 0, processing: 1, oldestSeconds: 0, workspaces: [] },
    storage: { files: 812, bytes: 91_238_112, damaged: 0 },
  },
};
