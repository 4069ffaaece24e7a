import type { BodyOf, QueryOf } from '../api/operation.ts';
import type {
  AccountPaths,
  Activity,
  CreditEntry,
  FailedAttempt,
  FailureSummary,
  System,
  Workspace,
} from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';

/** The calls for operators of the installation. */
export class Operator {
  readonly #api: Api<AccountPaths>;

  constructor(api: Api<AccountPaths>) {
    this.#api = api;
  }

  failures(query: QueryOf<AccountPaths['/operator/failures']['get']> = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/operator/failures', { query, signal });
  }

  /** Returns the details of a failure: the engine, its exit code and its output. */
  failure(diagnosticId: string, { signal }: CallOptions = {}): Promise<FailedAttempt> {
    return this.#api.get('/operator/failures/{diagnosticId}', { path: { diagnosticId }, signal });
  }

  /** Returns recent failures by reason and job type. */
  failureSummary(hours = 24, { signal }: CallOptions = {}): Promise<FailureSummary> {
    return this.#api.get('/operator/failures/summary', { query: { hours }, signal });
  }

  /** Lists webhook deliveries of any workspace for a job, by its id or by the diagnostic id of a failure. */
  deliveries(query: QueryOf<AccountPaths['/operator/deliveries']['get']>, { signal }: CallOptions = {}) {
    return this.#api.get('/operator/deliveries', { query, signal });
  }

  /** Lists who changed keys, members, connections, plans or models, newest first. */
  auditLog(query: QueryOf<AccountPaths['/operator/audit-log']['get']> = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/operator/audit-log', { query, signal });
  }

  /** Counts the jobs of the last day by hour, by type and by caller. */
  activity({ signal }: CallOptions = {}): Promise<Activity> {
    return this.#api.get('/operator/activity', { signal });
  }

  /** Returns workers, engines, models, the queue and the storage. */
  system({ signal }: CallOptions = {}): Promise<System> {
    return this.#api.get('/operator/system', { signal });
  }

  /** Asks a worker to install a model. `system` has its progress. */
  installModel(name: string, { signal }: CallOptions = {}) {
    return this.#api.post('/operator/models/{name}/install', { path: { name }, signal });
  }

  /** Makes the caller the owner of a workspace without members. */
  adopt(id: string, { signal }: CallOptions = {}): Promise<Workspace> {
    return this.#api.post('/operator/workspaces/{id}/adopt', { path: { id }, signal });
  }

  workspaces(query: QueryOf<AccountPaths['/operator/workspaces']['get']> = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/operator/workspaces', { query, signal });
  }

  setPlan(
    id: string,
    body: BodyOf<AccountPaths['/operator/workspaces/{id}']['patch']>,
    { signal }: CallOptions = {},
  ): Promise<Workspace> {
    return this.#api.patch('/operator/workspaces/{id}', { path: { id }, body, signal });
  }

  grantCredits(
    id: string,
    body: BodyOf<AccountPaths['/operator/workspaces/{id}/credits']['post']>,
    { signal }: CallOptions = {},
  ): Promise<CreditEntry> {
    return this.#api.post('/operator/workspaces/{id}/credits', { path: { id }, body, signal });
  }

  plans({ signal }: CallOptions = {}) {
    return this.#api.get('/operator/plans', { signal });
  }
}
