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
import type { Auth } from '../domain/accounts/auth.ts';
import type { User } from '../domain/accounts/users.ts';
import type { Caller } from '../domain/caller.ts';
import type { Changes } from '../domain/jobs/changes.ts';
import type { EndsHere } from '../domain/jobs/ends-here.ts';
import type { EarlyRead } from '../domain/jobs/with-key.ts';
import type { Secrets } from '../domain/secrets.ts';
import type { SubmitContext } from '../domain/submissions/submit.ts';
import type { Inventory } from '../domain/system.ts';
import type { Allowed } from '../domain/webhooks/allowed.ts';
import type { Access } from '../domain/workspaces/access.ts';
import type { JobTypes } from '../jobs/registry.ts';
import type { Links } from '../storage/links.ts';
import type { Storage } from '../storage/storage.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';

/** What the routes are given. Nothing here is looked up elsewhere. */
export interface Services {
  db: Database;
  storage: Storage;
  links: Links;
  jobTypes: JobTypes;
  secrets: Secrets;
  /** Sign-in, loaded when first asked for. */
  auth: () => Promise<Auth>;
  changes: Changes;
  endsHere: EndsHere;
  turns: SubmitContext['turns'];
  /** Whether the database answered when it was last asked. */
  isDatabaseThere(): boolean;
  /** Where webhooks may lead. */
  webhookHosts: Allowed;
  /** The engines and models there could be, for operators. */
  inventory: () => Promise<Inventory>;
  /** As the operator set it; else addresses are built on the request's Host. */
  publicUrl: string | undefined;
  metrics: Metrics;
  printMetrics: () => Promise<string>;
  /** Only where traces are wanted. */
  tracing?: Tracing | undefined;
  /** Told to stop: it serves on for a while, so that balancers notice. */
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

/** Somebody signed in. */
export interface Person extends User {
  sessionId: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key must be allowed to do here. */
    scope?: Scope;
    /** Reads the job `id` of its address: by a key, both are found by one statement. */
    readsJob?: true;
    /** One line for `GET /`. Routes without it are not listed there. */
    purpose?: string;
    /** Reads its body as it comes, however long that takes. */
    streams?: true;
    /** Sets its headers itself: a page of ours, or what an app of its own answers. */
    handedOver?: true;
    /** In the workspace: what a member must be here, where a scope does not say. */
    role?: Role;
    /** In the workspace: nobody need be signed in. */
    open?: true;
    /** In the workspace: for operators of the installation only. */
    operator?: true;
  }
  interface FastifyRequest {
    caller: Caller;
    /** Whether the key or session that the request came with would be let in now. */
    isStillAllowed(): Promise<boolean>;
    /** The job a key's caller asks for, where the route reads one. */
    early?: EarlyRead;
    /** In the workspace: who is signed in, and as what they came into the workspace of the address. */
    person: Person;
    access: Access;
  }
}
