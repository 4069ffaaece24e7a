import { readFileSync } from 'node:fs';
import { homedir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig, settings } from './config.ts';

test('without settings, everything runs on this machine and only listens locally', () => {
  const { workerConcurrency, modelMemoryMb, warmHostsMb, ...rest } = loadConfig({});
  expect(workerConcurrency).toBeGreaterThan(0);
  expect(modelMemoryMb).toBeGreaterThan(0);
  expect(modelMemoryMb).toBeLessThanOrEqual(totalmem() / 2 / 1024 ** 2);
  expect(warmHostsMb).toBeLessThanOrEqual(totalmem() / 16 / 1024 ** 2);
  expect(rest).toEqual({
    port: 3001,
    host: '127.0.0.1',
    apiProcesses: 1,
    requestsAtOnce: 250,
    modelConcurrency: 2,
    models: 'default',
    modelsDir: join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'filemill/models'),
    publicUrl: undefined,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    storage: undefined,
    databaseFileBytes: 16_384,
    transfers: 'direct',
    role: 'all',
    plansFile: undefined,
    extensionsDir: undefined,
    secretKey: undefined,
    logLevel: 'info',
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    tracesUrl: undefined,
    tracesShare: 1,
    drainSeconds: 0,
    sandbox: 'on',
    webhookAllowHosts: [],
    fetchAllowHosts: [],
    connectionFolders: [],
    timestampServers: [],
    webAccess: 'off',
    webAccessHosts: [],
    webAccessDenyHosts: [],
  });
});

test('an empty variable counts as unset', () => {
  expect(loadConfig({ PORT: '', ROLE: ' ' })).toMatchObject({ port: 3001, role: 'all' });
});

test('reads settings', () => {
  expect(
    loadConfig({
      PORT: '0',
      PUBLIC_URL: 'https://files.example.com/mill/',
      DATA_DIR: '/srv/filemill',
      DATABASE_URL: 'postgresql://mill@%2Frun%2Fpg:5432/mill',
      STORAGE_URL: 'file:///srv/files',
      WORKER_CONCURRENCY: '7',
      SANDBOX: 'off',
      WEBHOOK_ALLOW_HOSTS: 'hooks.internal:8080, 10.0.0.0/8,[::1]:80,fd00::/8,',
    }),
  ).toMatchObject({
    port: 0,
    publicUrl: 'https://files.example.com/mill',
    dataDir: '/srv/filemill',
    databaseUrl: 'postgresql://mill@%2Frun%2Fpg:5432/mill',
    storage: { folder: '/srv/files' },
    workerConcurrency: 7,
    sandbox: 'off',
    webhookAllowHosts: ['hooks.internal:8080', '10.0.0.0/8', '[::1]:80', 'fd00::/8'],
  });
});

test('reads a bucket with its endpoints', () => {
  const read = (text: string) => loadConfig({ STORAGE_URL: text }).storage;
  expect(read('s3://files/mill/?endpoint=http://store:9000/&publicEndpoint=https://s3.example.com')).toEqual({
    s3: {
      bucket: 'files',
      prefix: 'mill/',
      region: process.env.AWS_REGION ?? 'us-east-1',
      endpoint: 'http://store:9000',
      publicEndpoint: 'https://s3.example.com',
      pathStyle: true,
    },
  });
  expect(read('s3://files?region=eu-central-1')).toEqual({
    s3: { bucket: 'files', prefix: '', region: 'eu-central-1', pathStyle: false },
  });
});

test.each([
  ['PORT', '80a', 'PORT must be a whole number from 0 to 65535 (found "80a")'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535 (found "65536")'],
  ['PUBLIC_URL', 'files.example.com', 'PUBLIC_URL must be a URL like https://files.example.com'],
  ['PUBLIC_URL', 'https://a.example/?x', 'PUBLIC_URL must not have a query or a fragment'],
  [
    'DATABASE_URL',
    'mysql://a/b',
    'DATABASE_URL must be a URL like postgresql://user:password@host:5432/filemill',
  ],
  ['STORAGE_URL', 's3://', 'STORAGE_URL must name a bucket, like s3://bucket?endpoint='],
  [
    'STORAGE_URL',
    's3://key:secret@bucket',
    'STORAGE_URL must not contain credentials; set AWS_ACCESS_KEY_ID',
  ],
  ['STORAGE_URL', 's3://bucket?endpiont=http://x', 'STORAGE_URL has an unknown parameter endpiont'],
  [
    'STORAGE_URL',
    's3://bucket?endpoint=host:9000',
    'STORAGE_URL has an invalid endpoint; give a URL like https://s3.example.com',
  ],
  ['STORAGE_URL', 's3://bucket?pathStyle=yes', 'STORAGE_URL has an invalid pathStyle; use true or false'],
  ['TRANSFERS', 'both', 'TRANSFERS must be one of direct, proxy'],
  ['ROLE', 'both', 'ROLE must be one of all, api, worker (found "both")'],
  ['WORKER_CONCURRENCY', '0', 'WORKER_CONCURRENCY must be a whole number from 1 to 256'],
  ['SECRET_KEY', 'short', 'SECRET_KEY must have at least 32 characters'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error'],
  ['WEBHOOK_ALLOW_HOSTS', 'http://a', 'WEBHOOK_ALLOW_HOSTS must be names, addresses or ranges'],
  ['WEBHOOK_ALLOW_HOSTS', '10.0.0.0/33', 'WEBHOOK_ALLOW_HOSTS must be names, addresses or ranges'],
  ['SANDBOX', 'no', 'SANDBOX must be one of on, off (found "no")'],
])('refuses %s=%s with a message naming the variable', (variable, text, message) => {
  const load = () => loadConfig({ [variable]: text });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(message);
});

test('an error about a secret does not repeat it', () => {
  expect(() => loadConfig({ DATABASE_URL: 'mysql://me:hunter2@db/x' })).toThrow(/^(?!.*hunter2)/s);
  expect(() => loadConfig({ SECRET_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2)/s);
});

test("docs/settings.md shows exactly this version's settings", () => {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter(line => /^\| `[A-Z_]+` \|/.test(line));
  expect(rows).toEqual(
    Object.values(settings).map(each => `| \`${each.variable}\` | ${each.default} | ${each.help} |`),
  );
});
