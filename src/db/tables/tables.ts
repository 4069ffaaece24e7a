import type { BatchesTable, BatchInputsTable } from './batches.ts';
import type { ConnectionsTable } from './connections.ts';
import type { GoldenFilesTable } from './golden-files.ts';
import type { ModelInstallsTable } from './installation.ts';
import type {
  ArtifactsTable,
  IdempotencyKeysTable,
  JobFailuresTable,
  JobInputsTable,
  JobPartialsTable,
  JobsTable,
  PreviewsTable,
  WorkersTable,
} from './jobs.ts';
import type {
  AccountLinksTable,
  AuditEntriesTable,
  CredentialsTable,
  InvitationsTable,
  MembersTable,
  SessionsTable,
  UsersTable,
} from './people.ts';
import type { RecipeRunsTable, RecipesTable, RecipeVersionsTable, RunStepsTable } from './recipes.ts';
import type { TriggersTable } from './triggers.ts';
import type { DeliveriesTable, DeliveryAttemptsTable, EventsTable, WebhooksTable } from './webhooks.ts';
import type {
  ApiKeysTable,
  CreditBalancesTable,
  CreditEntriesTable,
  PlansTable,
  StorageCountersTable,
  StorageDaysTable,
  UsageCountersTable,
  WorkspacesTable,
} from './workspaces.ts';

export interface Tables {
  plans: PlansTable;
  workspaces: WorkspacesTable;
  api_keys: ApiKeysTable;
  jobs: JobsTable;
  artifacts: ArtifactsTable;
  job_inputs: JobInputsTable;
  previews: PreviewsTable;
  idempotency_keys: IdempotencyKeysTable;
  usage_counters: UsageCountersTable;
  storage_counters: StorageCountersTable;
  events: EventsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  workers: WorkersTable;
  batches: BatchesTable;
  batch_inputs: BatchInputsTable;
  recipes: RecipesTable;
  recipe_versions: RecipeVersionsTable;
  recipe_runs: RecipeRunsTable;
  run_steps: RunStepsTable;
  users: UsersTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  account_links: AccountLinksTable;
  members: MembersTable;
  invitations: InvitationsTable;
  credit_entries: CreditEntriesTable;
  credit_balances: CreditBalancesTable;
  job_failures: JobFailuresTable;
  job_partials: JobPartialsTable;
  storage_days: StorageDaysTable;
  connections: ConnectionsTable;
  triggers: TriggersTable;
  golden_files: GoldenFilesTable;
  model_installs: ModelInstallsTable;
  audit_entries: AuditEntriesTable;
}
