import { availableParallelism, homedir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAddresses, readChoice, readHosts, readInteger, readOptional, readUrl } from './read-setting.ts';
import { readS3Address, type S3Address } from './s3-address.ts';

/** An invalid setting: the variable, what is wrong with it, and how to correct it. */
export class ConfigError extends Error {
  readonly variable: string;

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = 'ConfigError';
    this.variable = variable;
  }
}

export interface Setting<Value = unknown> {
  variable: string;
  /** The default as shown to operators. */
  default: string;
  help: string;
  /**
   * Parses the text, or undefined if the variable is unset or empty. Throws an error that says what is wrong.
   */
  read(text: string | undefined): Value;
}

const setting = <Value>(
  variable: string,
  defaultText: string,
  help: string,
  read: Setting<Value>['read'],
): Setting<Value> => ({ variable, default: defaultText, help, read });

/** Returns the memory of the machine or container. */
const measureMemoryMb = (): number => {
  const constrained = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), constrained > 0 ? constrained : Infinity) / 1024 ** 2);
};

/** All environment variables that Filemill reads. All are optional; `docs/settings.md` shows this table. */
export const settings = {
  port: setting(
    'PORT',
    '3001',
    'The port the service listens on; 0 picks a free one.',
    readInteger(0, 65_535, 3001),
  ),
  host: setting(
    'HOST',
    '127.0.0.1',
    'The address the service listens on; 0.0.0.0 makes it reachable from the network.',
    text => text ?? '127.0.0.1',
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    "the request's Host",
    'The address at which clients reach the service; signed URLs start with it.',
    readOptional(text => {
      const { origin, pathname, search, hash } = readUrl(
        text,
        ['http:', 'https:'],
        'https://files.example.com',
      );
      if (search || hash) throw new Error('must not have a query or a fragment');
      return origin + pathname.replace(/\/+$/, '');
    }),
  ),
  dataDir: setting(
    'DATA_DIR',
    './data',
    'The folder for the embedded database, stored files and secrets.',
    text => resolve(text ?? 'data'),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'the embedded PostgreSQL in DATA_DIR',
    'A PostgreSQL server (18 or newer) to use instead of the embedded one.',
    readOptional(text => {
      readUrl(text, ['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/filemill');
      return text;
    }),
  ),
  storage: setting(
    'STORAGE_URL',
    'the folder storage in DATA_DIR',
    "Where files are stored: `file:///a/folder`, or `s3://bucket/prefix?endpoint=https://host&region=name`. S3 credentials come from the AWS SDK's own variables, such as AWS_ACCESS_KEY_ID.",
    readOptional((text): { folder: string } | { s3: S3Address } => {
      if (text.startsWith('s3:')) return { s3: readS3Address(text, process.env.AWS_REGION) };
      return { folder: fileURLToPath(readUrl(text, ['file:'], 'file:///srv/filemill')) };
    }),
  ),
  databaseFileBytes: setting(
    'DATABASE_FILE_BYTES',
    '16384',
    'Files up to this size are stored in the database, which is faster than separate files. 0 stores all of them in the storage.',
    readInteger(0, 65_536, 16_384),
  ),
  transfers: setting(
    'TRANSFERS',
    'direct',
    'With S3: direct lets callers upload to the store and download from it, proxy sends all bytes through the service.',
    readChoice(['direct', 'proxy'], 'direct'),
  ),
  role: setting(
    'ROLE',
    'all',
    'What this process does: all, api (HTTP only) or worker (jobs only).',
    readChoice(['all', 'api', 'worker'], 'all'),
  ),
  apiProcesses: setting(
    'API_PROCESSES',
    '1',
    'How many processes answer requests on PORT, for machines where one core is not enough.',
    readInteger(1, 64, 1),
  ),
  requestsAtOnce: setting(
    'REQUESTS_AT_ONCE',
    '250',
    'How many requests a process handles at once, not counting those that wait for a job or for bytes. Further requests are answered with 503 and Retry-After.',
    readInteger(1, 100_000, 250),
  ),
  workerConcurrency: setting(
    'WORKER_CONCURRENCY',
    'the number of cores',
    'How many jobs a worker runs at once. It runs one more for a workspace that has no running job there, so that no workspace can take all places.',
    readInteger(1, 256, availableParallelism()),
  ),
  warmHostsMb: setting(
    'WARM_HOSTS_MB',
    "a sixteenth of the machine's or the container's memory",
    'Megabytes that idle hosts of one kind may use for a minute after a job, so that the next job of the same workspace starts at once. There are always at least as many hosts as concurrent jobs.',
    readInteger(0, 16_777_216, Math.floor(measureMemoryMb() / 16)),
  ),
  modelConcurrency: setting(
    'MODEL_CONCURRENCY',
    '2',
    'How many AI jobs a worker runs at once, in addition to other jobs. Their models compute one at a time.',
    readInteger(1, 64, 2),
  ),
  modelMemoryMb: setting(
    'MODEL_MEMORY_MB',
    "half of the machine's or the container's memory",
    'Megabytes that the models of AI jobs may use together; a job waits until its models fit.',
    readInteger(64, 16_777_216, Math.floor(measureMemoryMb() / 2)),
  ),
  plansFile: setting(
    'PLANS_FILE',
    'the built-in plans',
    'A JSON file of plans that replaces the built-in plans free, developer and enterprise.',
    readOptional(text => resolve(text)),
  ),
  modelsDir: setting(
    'MODELS_DIR',
    "filemill/models in the user's cache folder",
    'Where the models of AI jobs are stored; installations can share it.',
    text => resolve(text ?? join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'filemill/models')),
  ),
  models: setting(
    'MODELS',
    'default',
    'Which models are downloaded and offered: default, permissive (none whose licence forbids commercial use) or none (only those pulled manually).',
    readChoice(['default', 'permissive', 'none'], 'default'),
  ),
  secretKey: setting(
    'SECRET_KEY',
    'generated once and stored in DATA_DIR',
    'Signs URLs and encrypts passwords; all processes of an installation need the same key. At least 32 characters.',
    readOptional(text => {
      if (text.length < 32)
        throw new Error('must have at least 32 characters; create one with `openssl rand -hex 32`');
      return text;
    }),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'How much is logged: fatal, error, warn, info, debug, trace or silent.',
    readChoice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  ),
  metricsPort: setting(
    'METRICS_PORT',
    'none',
    'A separate port for /metrics, /healthz and /readyz, mainly for workers, which have no other; 0 picks a free one.',
    readOptional(text => readInteger(0, 65_535, 0)(text)),
  ),
  metricsHost: setting(
    'METRICS_HOST',
    '127.0.0.1',
    'The address METRICS_PORT listens on.',
    text => text ?? '127.0.0.1',
  ),
  tracesUrl: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'none',
    'The OpenTelemetry collector that receives traces, as OTLP over HTTP.',
    readOptional(text => readUrl(text, ['http:', 'https:'], 'http://collector:4318').href),
  ),
  tracesShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    "The fraction of traces to sample, from 0 to 1, unless the caller's traceparent decides.",
    text => {
      const share = Number(text ?? 1);
      if (!(share >= 0 && share <= 1)) throw new Error('must be a number from 0 to 1');
      return share;
    },
  ),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    '0',
    'How long a stopping process keeps serving while /readyz reports that it is stopping, so that load balancers notice.',
    readInteger(0, 600, 0),
  ),
  extensionsDir: setting(
    'EXTENSIONS_DIR',
    'none',
    'A folder with your own job types and engines: jobs/<family>/<type>/ and engines/<engine>/.',
    readOptional(text => resolve(text)),
  ),
  cgroup: setting(
    'CGROUP',
    'its own control group, if it may divide it',
    "A control group delegated to the service (a folder below /sys/fs/cgroup), in which the kernel enforces each job's memory limit.",
    readOptional(text => resolve(text)),
  ),
  sandbox: setting(
    'SANDBOX',
    'on',
    'off runs jobs without bubblewrap; use it only if you trust every caller.',
    readChoice(['on', 'off'], 'on'),
  ),
  webhookAllowHosts: setting(
    'WEBHOOK_ALLOW_HOSTS',
    'none',
    'Non-public destinations that webhooks may reach: a comma-separated list of names, addresses or ranges (10.0.0.0/8), each optionally with :port.',
    readHosts,
  ),
  fetchAllowHosts: setting(
    'FETCH_ALLOW_HOSTS',
    'none',
    'Non-public destinations that inputs may be fetched from by `inputUrl`: a list as in WEBHOOK_ALLOW_HOSTS.',
    readHosts,
  ),
  connectionFolders: setting(
    'CONNECTION_FOLDERS',
    'none',
    'Folders of the machine, separated by commas, that connections of workspaces may read and write. All workers need them at the same path.',
    text => (text ?? '').split(',').flatMap(each => (each.trim() ? resolve(each.trim()) : [])),
  ),
  timestampServers: setting(
    'TIMESTAMP_SERVERS',
    'none',
    'Addresses of timestamp servers (RFC 3161), separated by commas, which pdf-sign asks in this order with `timestamp`. They get the digest of the signature, never the document.',
    readAddresses,
  ),
  webAccess: setting(
    'WEB_ACCESS',
    'off',
    'on lets html-to-pdf and html-to-image fetch pages by their address, from public addresses only.',
    readChoice(['off', 'on'], 'off'),
  ),
  webAccessHosts: setting(
    'WEB_ACCESS_HOSTS',
    'none',
    'Non-public destinations that pages may be fetched from with WEB_ACCESS=on: a list as in WEBHOOK_ALLOW_HOSTS.',
    readHosts,
  ),
  webAccessDenyHosts: setting(
    'WEB_ACCESS_DENY_HOSTS',
    'none',
    'Destinations that pages may not be fetched from, also public ones: a list as in WEBHOOK_ALLOW_HOSTS. It takes precedence over WEB_ACCESS_HOSTS.',
    readHosts,
  ),
} as const;

export type Config = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> };

/** Secrets are not repeated in errors, which may end up in a log. */
const secret = new Set(['SECRET_KEY', 'DATABASE_URL']);

/** Reads the environment once; the first mistake is thrown as a `ConfigError`. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const read = ({ variable, read }: Setting): unknown => {
    const text = env[variable]?.trim() || undefined;
    try {
      return read(text);
    } catch (error) {
      const found = secret.has(variable) ? '' : ` (found ${JSON.stringify(text)})`;
      throw new ConfigError(variable, `${(error as Error).message}${found}`);
    }
  };
  return Object.fromEntries(Object.entries(settings).map(([name, each]) => [name, read(each)])) as Config;
}
