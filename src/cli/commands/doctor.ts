import { Command } from 'commander';
import type { ModelReport } from '../../models/describe.ts';
import { loadConfig } from '../../settings/config.ts';
import type { SandboxReport } from '../../worker/hosts/probe-sandbox.ts';
import type { Check } from '../doctor/check.ts';
import { checkMachine } from '../doctor/machine.ts';
import { formatModels } from '../models-report.ts';
import { formatTable, print } from '../output.ts';
import { probeStorage, reportStorage, type StorageReport } from '../storage-report.ts';

interface Report {
  node: string;
  sandbox: SandboxReport;
  storage: StorageReport;
  machine: Check[];
  engines: {
    id: string;
    title: string;
    version?: string;
    /** True while the set-up is installing it. */
    installing?: true;
    packages: readonly string[];
    licence: string;
  }[];
  modelsDir: string;
  models: ModelReport[];
  modelProblems: string[];
  jobTypes: { id: string; available: boolean; state: string; missing: string[]; installing: string[] }[];
  /** The command that installs what is missing. */
  install?: string;
}

async function examine(): Promise<Report> {
  const config = loadConfig(process.env);
  const { modelsDir, models: set, cgroup } = config;
  const [
    { findAvailability, nameState },
    { loadEngines },
    { isInstalling, readInstalling },
    { loadJobTypes },
    { probeSandbox },
    { describeModels },
    { nameNeed },
  ] = await Promise.all([
    import('../../domain/installation/job-types.ts'),
    import('../../engines/probes.ts'),
    import('../../engines/installing.ts'),
    import('../../jobs/registry.ts'),
    import('../../worker/hosts/probe-sandbox.ts'),
    import('../../models/describe.ts'),
    import('../../models/model.ts'),
  ]);
  const comingPackages = await readInstalling();
  const engines = await Promise.all(
    (await loadEngines()).map(async engine => {
      const { id, title, licence, packages, probe } = engine;
      if (isInstalling(engine, comingPackages))
        return { id, title, licence, packages, installing: true as const };
      const version = await probe();
      return { id, title, licence, packages, ...(version !== undefined && { version }) };
    }),
  );
  const { models, problems: modelProblems } = await describeModels(modelsDir, set);
  const usable = models.filter(({ state }) => state === 'installed');
  const installed = new Set([
    ...engines.filter(engine => 'version' in engine).map(engine => engine.id),
    ...usable.map(({ name }) => nameNeed(name)),
  ]);
  const coming = new Set(engines.filter(engine => 'installing' in engine).map(engine => engine.id));
  const jobTypes = [...(await loadJobTypes(undefined, set)).values()].map(job => {
    const choices = usable.filter(model => model.jobTypes.includes(job.id)).map(({ choice }) => choice);
    const availability = findAvailability(job, installed, choices, coming);
    return { id: job.id, ...availability, state: nameState(availability) };
  });
  const absent = engines.filter(engine => !('version' in engine || 'installing' in engine));
  const packages = [...new Set(absent.flatMap(engine => engine.packages))];
  return {
    node: process.version,
    sandbox: await probeSandbox(cgroup),
    storage: await probeStorage(config),
    machine: await checkMachine(config),
    engines,
    modelsDir,
    models,
    modelProblems,
    jobTypes,
    ...(packages.length > 0 && {
      install: `apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    }),
  };
}

function describeSandbox({ usable, problem, separation, memory, seccomp }: Report['sandbox']): string {
  if (!usable) return `Sandbox: DOES NOT WORK. ${problem}`;
  const user = separation === 'own-uid' ? 'jobs run as a user of their own' : 'jobs run in a user namespace';
  const limit =
    memory === 'watchdog'
      ? 'their memory is checked ten times a second, without a control group'
      : `their memory is limited by ${memory}`;
  return `Sandbox: works (${user}; ${limit}; system calls are ${seccomp ? '' : 'NOT '}filtered)`;
}

const describeStorage = ({ place, problem }: StorageReport): string =>
  `Storage: ${place}${problem === undefined ? '' : `: DOES NOT WORK. ${problem}`}`;

const describeCheck = ({ subject, found, advice }: Check): string =>
  `${subject}: ${found}${advice === undefined ? '' : `\n  WARNING: ${advice}`}`;

function describeLack({ missing, installing }: Report['jobTypes'][number]): string {
  const absent = missing.filter(id => !installing.includes(id));
  return [
    ...(installing.length > 0 ? [`being installed: ${installing.join(', ')}`] : []),
    ...(absent.length > 0 ? [`without ${absent.join(', ')}`] : []),
  ].join('; ');
}

function formatReport(report: Report): string {
  const engines = report.engines.map(engine => [
    engine.id,
    engine.version ?? (engine.installing ? 'installing' : 'missing'),
    engine.title,
    engine.licence,
  ]);
  const types = report.jobTypes.map(job => [
    job.id,
    job.state === 'installing'
      ? 'installing'
      : job.available
        ? job.missing.length > 0
          ? 'in part'
          : 'yes'
        : 'no',
    describeLack(job),
  ]);
  return [
    `Node ${report.node}`,
    describeSandbox(report.sandbox),
    describeStorage(report.storage),
    ...report.machine.map(describeCheck),
    '',
    formatTable([['ENGINE', 'VERSION', 'WHAT', 'LICENCE'], ...engines]),
    '',
    `Models in ${report.modelsDir}`,
    formatModels(report.models, report.modelProblems),
    '',
    formatTable([['JOB TYPE', 'AVAILABLE', ''], ...types]),
    ...(report.install ? ['', 'To install what is missing:', `  ${report.install}`] : []),
  ].join('\n');
}

export const makeDoctorCommand = (): Command =>
  new Command('doctor')
    .option('--json', 'print the report as JSON')
    .option('--storage', 'instead read every stored file and list damaged ones')
    .action(async (options: { json?: boolean; storage?: boolean }) => {
      if (options.storage) return reportStorage(options.json);
      const report = await examine();
      print(options.json, report, () => formatReport(report));
      const isBroken = !report.sandbox.usable || report.storage.problem !== undefined;
      if (isBroken || report.machine.some(({ broken }) => broken)) process.exitCode = 1;
    });
