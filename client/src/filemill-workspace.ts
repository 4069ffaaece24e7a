import type { PublicPaths } from './api/types.ts';
import type { AccountPaths, WorkspacePaths } from './api/workspace-types.ts';
import { Api } from './core/api.ts';
import { readBaseUrl } from './core/base-url.ts';
import { type ClientOptions, Transport } from './core/transport.ts';
import { Artifacts } from './resources/artifacts.ts';
import { Batches } from './resources/batches.ts';
import { Connections } from './resources/connections.ts';
import { GoldenFiles } from './resources/golden-files.ts';
import { Runs } from './resources/runs.ts';
import { Triggers } from './resources/triggers.ts';
import { Deliveries, Webhooks } from './resources/webhooks.ts';
import { type UploadOptions, upload } from './transfers/upload.ts';
import { WorkspaceEvents } from './workspace/events.ts';
import { WorkspaceJobTypes } from './workspace/job-types.ts';
import { WorkspaceJobs } from './workspace/jobs.ts';
import { Keys } from './workspace/keys.ts';
import { Invitations, Members } from './workspace/members.ts';
import { Operator } from './workspace/operator.ts';
import { WorkspaceRecipes } from './workspace/recipes.ts';
import { Account, SessionResource } from './workspace/session.ts';
import { WorkspaceUsage } from './workspace/usage.ts';
import { CurrentWorkspace, Workspaces } from './workspace/workspaces.ts';

export interface FilemillWorkspaceOptions extends ClientOptions {
  /** The address of the service; in a browser, the page's by default. */
  baseUrl?: string;
}

/** The resources of one workspace. */
export class WorkspaceRoom {
  readonly id: string;
  readonly workspace: CurrentWorkspace;
  readonly jobs: WorkspaceJobs;
  readonly batches: Batches;
  readonly recipes: WorkspaceRecipes;
  readonly runs: Runs;
  readonly artifacts: Artifacts;
  readonly events: WorkspaceEvents;
  readonly jobTypes: WorkspaceJobTypes;
  readonly usage: WorkspaceUsage;
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  readonly connections: Connections;
  readonly goldenFiles: GoldenFiles;
  readonly triggers: Triggers;
  readonly deliveries: Deliveries;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly #transport: Transport;

  constructor(transport: Transport, baseUrl: string, id: string) {
    const address = `${baseUrl}/workspaces/${encodeURIComponent(id)}`;
    // The endpoints that are also available with keys have the same names here.
    const shared = new Api<PublicPaths>(transport, address);
    const own = new Api<WorkspacePaths>(transport, address);
    this.id = id;
    this.#transport = transport;
    this.workspace = new CurrentWorkspace(own);
    this.jobs = new WorkspaceJobs(shared, own);
    this.batches = new Batches(shared);
    this.recipes = new WorkspaceRecipes(shared, own);
    this.runs = new Runs(shared);
    this.artifacts = new Artifacts(shared);
    this.events = new WorkspaceEvents(shared, own);
    this.jobTypes = new WorkspaceJobTypes(shared, own);
    this.usage = new WorkspaceUsage(own, shared);
    this.keys = new Keys(own);
    this.webhooks = new Webhooks(shared);
    this.connections = new Connections(shared);
    this.goldenFiles = new GoldenFiles(shared);
    this.triggers = new Triggers(shared);
    this.deliveries = new Deliveries(shared);
    this.members = new Members(own);
    this.invitations = new Invitations(own);
  }

  /** Uploads a file to a signed URL. */
  upload(url: string, data: Blob, options: UploadOptions = {}): Promise<void> {
    return upload(this.#transport, url, data, options);
  }
}

/** The workspace API, for people, with a session cookie. `in(id)` enters a workspace. */
export class FilemillWorkspace {
  readonly session: SessionResource;
  readonly account: Account;
  readonly workspaces: Workspaces;
  readonly operator: Operator;
  readonly #transport: Transport;
  readonly #baseUrl: string;

  constructor({ baseUrl, ...options }: FilemillWorkspaceOptions = {}) {
    this.#transport = new Transport(options);
    this.#baseUrl = readBaseUrl(baseUrl, '/api/workspace');
    const api = new Api<AccountPaths>(this.#transport, this.#baseUrl);
    this.session = new SessionResource(api);
    this.account = new Account(api);
    this.workspaces = new Workspaces(api);
    this.operator = new Operator(api);
  }

  in(workspaceId: string): WorkspaceRoom {
    return new WorkspaceRoom(this.#transport, this.#baseUrl, workspaceId);
  }
}
