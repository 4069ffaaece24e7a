import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ownCommands } from '../../src/cli/commands.ts';
import { loadConfig, settings } from '../../src/settings/config.ts';
import { listNeeds, listPackages } from '../../src/setup/needs.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { isMissing } from '../support/needs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const deploy = join(root, 'deploy');
async function listFiles(pattern: string, cwd: string): Promise<string[]> {
  const files: string[] = [];
  for await (const path of glob(pattern, { cwd })) files.push(path);
  return files.sort();
}
const read = (path: string): Promise<string> => readFile(join(deploy, path), 'utf8');

/** The variables that our processes read: the table of settings, and those of the S3 library. */
const variables = new Set([
  ...Object.values(settings).map(({ variable }) => variable),
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
]);
const unknown = (names: string[]): string[] => names.filter(name => !variables.has(name));
const readEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm), ([, name, value]) => [name!, value!]),
  );
/** Paths that both ports serve; `telemetry.test.ts` requests them. */
const probePaths = ['/healthz', '/readyz', '/metrics'];

type Probe = 'startupProbe' | 'readinessProbe' | 'livenessProbe';
interface Container extends Record<Probe, { httpGet: { path: string; port: string } }> {
  image: string;
  args: string[];
  env?: { name: string; value: string }[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
}
interface ComposeService {
  image: string;
  command?: string[];
  environment: Record<string, string>;
  build: { context: string; dockerfile: string };
  healthcheck?: { test: string[] };
  depends_on?: Record<string, object>;
  security_opt?: string[];
  volumes?: string[];
}
interface Resource {
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: a different shape for every kind
  spec: any;
}

async function readResources(): Promise<Resource[]> {
  const { resources } = parse(await read('kubernetes/kustomization.yaml')) as { resources: string[] };
  const texts = await Promise.all(resources.map(name => read(`kubernetes/${name}`)));
  return texts.flatMap(text => parseAllDocuments(text).map(document => document.toJS() as Resource));
}

test('Kubernetes: settings, ports, probes, selectors and the scaling metric match the program', async () => {
  const { configMapGenerator, resources } = parse(await read('kubernetes/kustomization.yaml'));
  const shared = readEnv(await read('kubernetes/settings.env'));
  expect(unknown(Object.keys(shared))).toEqual([]);
  expect(loadConfig(shared)).toMatchObject({ host: '0.0.0.0', metricsHost: '0.0.0.0', drainSeconds: 10 });
  const all = await readResources();
  const found = (kind: string) => all.filter(each => each.kind === kind);
  const workloads = [...found('Deployment'), ...found('Job')];
  expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual([
    'filemill-api',
    'filemill-migrate',
    'filemill-worker',
  ]);
  for (const { kind, spec } of workloads) {
    const { containers, securityContext } = spec.template.spec;
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    for (const container of containers as Container[]) {
      expect(unknown((container.env ?? []).map(({ name }) => name))).toEqual([]);
      expect(Object.keys(ownCommands)).toContain(container.args[0]);
      expect(container.envFrom).toEqual([
        { configMapRef: { name: configMapGenerator[0].name } },
        { secretRef: { name: 'filemill' } },
      ]);
      if (kind !== 'Deployment') continue;
      const ports = Object.fromEntries(container.ports!.map(port => [port.name, String(port.containerPort)]));
      const expected = { http: shared.PORT, metrics: shared.METRICS_PORT };
      for (const [name, port] of Object.entries(ports)) expect(port).toBe(expected[name as 'http']);
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
        expect(probePaths).toContain(container[probe].httpGet.path);
        expect(ports).toHaveProperty(container[probe].httpGet.port);
      }
      expect(spec.template.metadata.annotations['prometheus.io/port']).toBe(shared.METRICS_PORT);
    }
    if (kind === 'Deployment') {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      // Longer than a graceful stop: draining, then 25 s for requests in progress.
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
        Number(shared.DRAIN_SECONDS) + 25,
      );
    }
  }
  const labels = found('Deployment').map(({ spec }) => spec.selector.matchLabels);
  for (const { spec } of found('PodDisruptionBudget'))
    expect(labels).toContainEqual(spec.selector.matchLabels);
  for (const { spec } of found('Service')) expect(labels).toContainEqual(spec.selector);
  const [scaler] = found('HorizontalPodAutoscaler');
  expect(workloads.map(({ metadata }) => metadata.name)).toContain(scaler!.spec.scaleTargetRef.name);
  const scaled: string = scaler!.spec.metrics[0].external.metric.name;
  expect(createMetrics().registry.getSingleMetric(scaled)).toBeDefined();
  const { rules } = parse(await read('kubernetes/prometheus-adapter.yaml'));
  expect(rules.external[0]).toMatchObject({ name: { as: scaled }, metricsQuery: `max(${scaled})` });
  // Every file is part of the kustomization.
  const files = await listFiles('*.yaml', join(deploy, 'kubernetes'));
  expect(files.sort()).toEqual([...resources, 'kustomization.yaml', 'prometheus-adapter.yaml'].sort());
});

test('Compose: settings, ports, commands and dependencies match the program', async () => {
  const { services } = parse(await read('compose.yaml'), { merge: true }) as {
    services: Record<string, ComposeService>;
  };
  const example = readEnv(await read('compose.env.example'));
  const ours = Object.entries(services).filter(([, { image }]) => image === 'filemill');
  expect(ours.map(([name]) => name)).toEqual(['migrate', 'api', 'worker']);
  for (const [, { environment, command, build, healthcheck }] of ours) {
    expect(unknown(Object.keys(environment))).toEqual([]);
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{[^}]+\}/, name === 'PUBLIC_URL' ? '' : 'k'.repeat(32)),
    ]);
    expect(loadConfig(Object.fromEntries(filled))).toMatchObject({ metricsPort: 9464 });
    expect(Object.keys(ownCommands)).toContain(command?.[0] ?? 'serve');
    expect(existsSync(join(deploy, build.context, build.dockerfile))).toBe(true);
    if (healthcheck) {
      const [, port, path] = /:(\d+)(\/\w+)/.exec(String(healthcheck.test)) ?? [];
      expect(probePaths).toContain(path);
      expect([settings.port.default, environment.METRICS_PORT]).toContain(port);
    }
  }
  for (const { depends_on = {} } of Object.values(services))
    for (const other of Object.keys(depends_on)) expect(Object.keys(services)).toContain(other);
  const wanted = new Set(
    Array.from((await read('compose.yaml')).matchAll(/\$\{([A-Z_]+):\?\}/g), ([, name]) => name!),
  );
  for (const name of wanted) expect(Object.keys(example)).toContain(name);
  // A volume gets the owner of the folder in the image; a missing folder would belong to root.
  const [, owned] = /install -d -o filemill -g filemill \S+ \S+ (.*)$/m.exec(await read('Dockerfile'))!;
  for (const [, { volumes = [] }] of ours)
    for (const volume of volumes) expect(owned!.split(' ')).toContain(volume.split(':')[1]);
  // A masked /proc breaks the sandbox.
  expect(services.worker!.security_opt).toContain('systempaths=unconfined');
});

test('Dockerfile: has several stages, runs as an unprivileged user and sets only known variables', async () => {
  const text = await read('Dockerfile');
  const stages = text.split(/^FROM /m).slice(1);
  expect(stages.length).toBeGreaterThan(1);
  expect([...stages.at(-1)!.matchAll(/^USER (.*)$/gm)].at(-1)![1]).toBe('10001');
  const [, env] = /^ENV (.*)$/m.exec(text)!;
  expect(unknown(env!.split(' ').map(each => each.split('=')[0]!))).toEqual(['PATH']);
  expect(text).toContain(`EXPOSE ${settings.port.default} `);
  for (const [, path] of text.matchAll(/"?(bin\/[\w.]+)/g)) expect(existsSync(join(root, path!))).toBe(true);
});

test('deploy files install only the Debian packages that set-up lists', async () => {
  const packages = listPackages(await listNeeds(false));
  expect(packages).toContain('bubblewrap');
  for await (const path of glob('**/*', { cwd: deploy })) {
    if (!/Dockerfile$|\.(yaml|service|env|example)$/.test(path)) continue;
    const code = (await read(path)).replace(/^\s*#.*$/gm, '');
    const installed = Array.from(code.matchAll(/apt(?:-get)? install (.*)$/gm), ([, words]) => words!);
    for (const words of installed)
      expect(words, path).toBe('-y --no-install-recommends $(cat /usr/share/filemill/packages.txt) \\');
    const named = packages.filter(name =>
      new RegExp(`(^|[\\s"'])${name.replace(/[+.]/g, '\\$&')}($|[\\s"'])`).test(code),
    );
    expect(named, path).toEqual([]);
  }
});

const hasAnalyzer = existsSync('/usr/bin/systemd-analyze');

test('systemd: settings and commands match the program', async () => {
  const example = await read('systemd/settings.env.example');
  const offered = example.replace(/^#(?=[A-Z_]+=)/gm, '');
  expect(unknown(Object.keys(readEnv(offered)))).toEqual([]);
  // The program accepts the example unchanged, and a shell reads the same values from it as systemd.
  expect(loadConfig(readEnv(example))).toMatchObject({ dataDir: '/var/lib/filemill' });
  const script = `${offered}\nprintf '%s\\n' "$STORAGE_URL" "$DATABASE_URL"`;
  const shell = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8', env: {} });
  expect(shell.stdout).toBe(
    's3://filemill?endpoint=https://s3.example.com&region=us-east-1\npostgresql://filemill:password@localhost:5432/filemill\n',
  );
  expect(shell.stderr).toBe('');
  for await (const path of glob('systemd/*.service', { cwd: deploy })) {
    const text = await read(path);
    const set = Array.from(text.matchAll(/^Environment=(.*)$/gm), ([, line]) => line!.split(' ')).flat();
    expect(unknown(set.map(each => each.split('=')[0]!))).toEqual([]);
    const [, command] = /^ExecStart=\S+ bin\/filemill\.mjs (\w+)/m.exec(text)!;
    expect(Object.keys(ownCommands)).toContain(command);
  }
});

test.skipIf(isMissing(hasAnalyzer))('systemd-analyze accepts the units', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'filemill-units-'));
  try {
    await cp(join(deploy, 'systemd'), dir, { recursive: true });
    const units = await listFiles('*.service', dir);
    for (const unit of units) {
      // systemd-analyze looks for the program, which is elsewhere here.
      const text = (await read(`systemd/${unit}`)).replace(
        /^ExecStart=\S+/m,
        `ExecStart=${process.execPath}`,
      );
      await writeFile(join(dir, unit), text);
    }
    const instances = units.map(unit => join(dir, unit.replace('@', '@3001')));
    const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', ...instances], {
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${dir}:` },
    });
    expect(stderr).toBe('');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
