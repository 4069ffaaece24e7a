import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Role } from '../contract/roles.ts';
import type { Scope } from '../contract/states.ts';
import type { Database } from '../db/database.ts';
import type { ConnectionConfig } from '../domain/files/connections/connections.ts';
import type { ListFiles } from '../domain/files/connections/files.ts';
import type { Inventory } from '../domain/installation/system.ts';
import type { AllowedDestinations } from '../domain/outgoing/destinations/destinations.ts';
import type { Auth } from '../domain/people/accounts/auth.ts';
import type { User } from '../domain/people/accounts/users.ts';
import type { Caller } from '../domain/people/caller.ts';
import type { EarlyRead } from '../domain/people/keys/look-up.ts';
import type { Access } from '../domain/people/workspaces/access.ts';
import type { Secrets } from '../domain/rows/secrets.ts';
import type { InProcessResults } from '../domain/work/jobs/in-process-results.ts';
import type { JobRow } from '../domain/work/jobs/rows.ts';
import type { SubmitContext } from '../domain/work/submissions/submit.ts';
import type { JobTypes } from '../jobs/registry.ts';
import type { Changes } from '../queue/notices/changes.ts';
import type { Links } from '../storage/links.ts';
import type { Storage } from '../storage/storage.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';

/** Everything that routes use. They import no other state. */
export interface Services {
  db: Database;
  storage: Storage;
  links: Links;
  jobTypes: JobTypes;
  secrets: Secrets;
  /** Sign-in is loaded when it is first needed. */
  auth: () => Promise<Auth>;
  changes: Changes;
  inProcessResults: InProcessResults;
  batcher: SubmitContext['batcher'];
  /** Whether the database answered the last time it was asked. */
  isDatabaseThere(): boolean;
  /** The destinations that webhooks may have. */
  webhookHosts: AllowedDestinations;
  /** The destinations that inputs may be fetched from. */
  fetchHosts: AllowedDestinations;
  /** Tests a connection before it is saved. Throws what is wrong with it. */
  testConnection(config: ConnectionConfig): Promise<void>;
  /** Lists the files of a connection. Throws a validation error if that fails. */
  listFiles: ListFiles;
  /** All engines and models that could be installed, for operators. */
  inventory: () => Promise<Inventory>;
  requestsAtOnce: number;
  /** The operator's PUBLIC_URL. Without it addresses begin with the request's Host. */
  publicUrl: string | undefined;
  metrics: Metrics;
  printMetrics: () => Promise<string>;
  /** Set only if traces are collected. */
  tracing?: Tracing | undefined;
  /** Whether the process was told to stop. It still serves for a while, so that load balancers notice. */
  isStopping(): boolean;
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export const publicPrefix = '/api/public';
export const workspacePrefix = '/api/workspace';
/** The addresses of the operator's own tools, which are answered even under overload. */
export const probes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

export interface Person extends User {
  sessionId: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: Scope;
    /** The route reads the job `id` of its address. One statement then finds both the key and the job. */
    readsJob?: true;
    /** A line of text for `GET /`. Routes without it are not listed there. */
    purpose?: string;
    /** The route reads a list, which may take long. */
    readsList?: true;
    /** The route reads a batch, whose body may have more values than others. */
    readsBatch?: true;
    /** The route reads its body as a stream, without a limit of time. */
    streams?: true;
    /** The route sets its headers itself, because it serves a page or another app answers. */
    handedOver?: true;
    /** The role that a member needs in a workspace route, if it does not follow from a scope. */
    role?: Role;
    /** True for a workspace route that needs no session. */
    open?: true;
    /** True for a workspace route that only operators of the installation may call. */
    operator?: true;
  }
  interface FastifyRequest {
    caller: Caller;
    /** Whether the caller may create jobs, and so may send their inputs. */
    mayUpload: boolean;
    /** Whether the key or session of the request is still valid now. */
    isStillAllowed(): Promise<boolean>;
    /** The requested job, if it was read together with the key. */
    early?: EarlyRead<JobRow>;
    /** The signed-in user of a workspace route, and their access to the workspace of the address. */
    person: Person;
    access: Access;
  }
}
