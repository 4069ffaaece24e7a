import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Scope } from '../contract/states.ts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../domain/caller.ts';
import type { Changes } from '../domain/jobs/changes.ts';
import type { Secrets } from '../domain/secrets.ts';
import type { JobTypes } from '../jobs/registry.ts';
import type { Links } from '../storage/links.ts';
import type { Storage } from '../storage/storage.ts';

/** What the routes are given. Nothing here is looked up elsewhere. */
export interface Services {
  db: Database;
  storage: Storage;
  links: Links;
  jobTypes: JobTypes;
  secrets: Secrets;
  changes: Changes;
  /** As the operator set it; else addresses are built on the request's Host. */
  publicUrl: string | undefined;
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export const publicPrefix = '/api/public';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key must be allowed to do here. */
    scope?: Scope;
    /** One line for `GET /`. Routes without it are not listed there. */
    purpose?: string;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}
