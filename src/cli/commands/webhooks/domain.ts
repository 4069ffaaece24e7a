import type { Database } from '../../../db/database.ts';

type Webhooks = typeof import('../../../domain/outgoing/webhooks/webhooks.ts');
type Deliveries = typeof import('../../../domain/outgoing/webhooks/deliveries.ts') &
  typeof import('../../../domain/outgoing/webhooks/deliveries-of-job.ts');
type Installation = typeof import('../../installation.ts');

type Callbacks = typeof import('../../../domain/outgoing/webhooks/callbacks.ts');
type Audit = typeof import('../../../domain/people/audit/record.ts');

interface Domain extends Webhooks, Deliveries, Callbacks, Audit, Pick<Installation, 'openSecrets'> {
  /** Refuses a URL that this installation never delivers to, as the API does. */
  requireReachable(url: string | undefined): void;
  /** Returns the id of a workspace that may be called `first`. */
  resolveWorkspace(db: Database, given: string): Promise<string>;
}

/** The help of an option that names a workspace. */
export const workspaceHelp = "its id, or `first` for the installation's first one";

/** Loads the domain when a command runs, so that help is fast. */
export async function withWebhooks(work: (domain: Domain, db: Database) => Promise<void>): Promise<void> {
  const [
    webhooks,
    callbacks,
    deliveries,
    ofJob,
    audit,
    addresses,
    { resolveWorkspaceId },
    { withDatabase, openSecrets },
    { loadConfig },
  ] = await Promise.all([
    import('../../../domain/outgoing/webhooks/webhooks.ts'),
    import('../../../domain/outgoing/webhooks/callbacks.ts'),
    import('../../../domain/outgoing/webhooks/deliveries.ts'),
    import('../../../domain/outgoing/webhooks/deliveries-of-job.ts'),
    import('../../../domain/people/audit/record.ts'),
    import('../../../domain/outgoing/destinations/destinations.ts'),
    import('../../../domain/people/workspaces/workspaces.ts'),
    import('../../installation.ts'),
    import('../../../settings/config.ts'),
  ]);
  const allowed = addresses.readAllowedDestinations(loadConfig(process.env).webhookAllowHosts);
  const requireReachable = (url: string | undefined) => addresses.requireReachable(url, allowed);
  const resolveWorkspace = async (db: Database, given: string) =>
    (await resolveWorkspaceId(db, given)) ?? given;
  const here = { openSecrets, requireReachable, resolveWorkspace };
  await withDatabase(db =>
    work({ ...webhooks, ...callbacks, ...deliveries, ...ofJob, ...audit, ...here }, db),
  );
}
