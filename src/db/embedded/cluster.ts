import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { limits } from '../../settings/limits.ts';
import { type Binaries, postgresMajor } from './binaries.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import { asRunner, type Runner } from './runner.ts';

const run = promisify(execFile);

/** The settings suit a laptop or a small server: durable, few processes, little memory. They are written at every start. */
const makeSettings =
  () => `# Filemill writes this file at every start. Put settings of your own in postgresql.conf, below the include.
listen_addresses = ''
unix_socket_permissions = 0700
max_connections = ${limits.embeddedConnections}
shared_buffers = 48MB
work_mem = 4MB
maintenance_work_mem = 32MB
autovacuum_work_mem = 16MB
effective_cache_size = 512MB
random_page_cost = 1.1
jit = off
update_process_title = off
plan_cache_mode = force_generic_plan
# Fewer processes: no I/O workers, no parallel workers, no replication.
io_method = sync
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
max_logical_replication_workers = 0
max_wal_senders = 0
wal_level = minimal
min_wal_size = 64MB
max_wal_size = 512MB
checkpoint_timeout = 10min
# The queue updates few rows very often: clean up early, a little at a time.
autovacuum_naptime = 15s
autovacuum_max_workers = 2
autovacuum_vacuum_scale_factor = 0.05
# A forgotten transaction halves the queue's speed; a vanished client's query serves nobody.
idle_in_transaction_session_timeout = 60s
client_connection_check_interval = 10s
timezone = 'UTC'
log_timezone = 'UTC'
# The server's own events only: statements may carry what callers wrote.
log_min_messages = log
log_min_error_statement = panic
log_parameter_max_length_on_error = 0
log_checkpoints = off
`;

const mainSettings = `include 'filemill.conf'
# Settings below this line are yours: they win over filemill.conf and survive upgrades.
`;

/** Connections come only through the socket, whose folder only the owner may enter. */
const access = 'local all all trust\n';

async function create(paths: ClusterPaths, binaries: Binaries, runner: Runner): Promise<void> {
  const fresh = `${paths.cluster}.new-${randomBytes(4).toString('hex')}`;
  const { command, args, options } = asRunner(runner, binaries.initdb, [
    `--pgdata=${fresh}`,
    '--username=filemill',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  try {
    await run(command, args, options);
    await writeFile(join(fresh, 'postgresql.conf'), mainSettings);
    await writeFile(join(fresh, 'pg_hba.conf'), access);
    // The cluster appears complete or not at all, even if the machine stops now.
    await rename(fresh, paths.cluster);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw new Error(`The database could not be created in ${paths.cluster}: ${(error as Error).message}`);
  }
}

/** Creates the cluster on the first start and updates its settings on every start. */
export async function ensureCluster(paths: ClusterPaths, binaries: Binaries, runner: Runner): Promise<void> {
  const version = await readFile(join(paths.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    for (const name of await readdir(paths.folder))
      if (name.startsWith('cluster.new-'))
        await rm(join(paths.folder, name), { recursive: true, force: true });
    await create(paths, binaries, runner);
  } else if (version.trim() !== postgresMajor) {
    throw new Error(
      `${paths.cluster} was created by PostgreSQL ${version.trim()}, but this version of Filemill comes with ${postgresMajor}: ` +
        'dump it with the old one and restore it into a new DATA_DIR.',
    );
  }
  await writeFile(join(paths.cluster, 'filemill.conf'), makeSettings());
}
