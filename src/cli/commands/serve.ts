import type { ChildProcess } from 'node:child_process';
import { Command, Option } from 'commander';
import type { FastifyBaseLogger } from 'fastify';
import type { Service } from '../../main.ts';
import { type Config, loadConfig } from '../../settings/config.ts';
import { releaseMemoryWhenIdle } from '../idle-memory.ts';
import { startMoreProcesses } from '../more-processes.ts';
import { print } from '../output.ts';
import { startCommand } from '../start-command.ts';
import { writeWelcome } from '../welcome.ts';

const json = '--json';
const jsonHelp = 'print { url, key, signInLink } as JSON when ready, and withoutJobs if no job can run';

interface Options {
  json?: boolean;
  pullModels?: boolean;
  beside?: boolean;
}

async function run(config: Config, options: Options): Promise<void> {
  const [{ start }, { openLogger }] = await Promise.all([
    import('../../main.ts'),
    import('../installation.ts'),
  ]);
  const log = openLogger(config);
  const service = await start(config, log);
  const pulling = options.pullModels && config.role !== 'api' ? pullModels() : undefined;
  const isFirst = config.role !== 'worker' && !options.beside;
  const { stop: _, firstKey, port = config.port, ...told } = service;
  const endOthers = startMoreProcesses(isFirst ? config.apiProcesses - 1 : 0, port, log);
  stopOnSignal({ stop: () => Promise.all([endOthers(), service.stop()]) }, () => {
    log.info('stopping');
    pulling?.kill();
  });
  stopOnError(service, log);
  releaseMemoryWhenIdle();
  print(options.json, { ...told, ...firstKey }, () => writeWelcome(service, config));
}

/**
 * Downloads missing models while the service runs; workers notice them when they arrive. It is a separate
 * process, because unpacking and converting would block this one for seconds.
 */
function pullModels(): ChildProcess {
  const child = startCommand(['models', 'pull', '--quiet']);
  child.on('error', error =>
    process.stderr.write(`filemill: models could not be downloaded: ${error.message}\n`),
  );
  child.unref();
  return child;
}

/** Signals within this time count as one: the process group, npm and the parent may each send it. */
const sameWishMs = 1000;

/**
 * Stops gracefully on the first signal and immediately on a later one, except for the hang-up of a terminal
 * that closes after Ctrl-C.
 */
function stopOnSignal(service: Pick<Service, 'stop'>, onStop: () => void): void {
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        if (signal !== 'SIGHUP' && performance.now() - stoppingSince > sameWishMs) process.exit(130);
        return;
      }
      stoppingSince = performance.now();
      onStop();
      service.stop().then(() => process.exit(0));
    });
}

/**
 * Logs an error that nothing handled, and stops: requests and jobs of others end first, and systemd, Kubernetes or the process beside
 * starts the service again. Going on is not safe, because nobody knows what was left half done.
 */
function stopOnError(service: Pick<Service, 'stop'>, log: FastifyBaseLogger): void {
  process.once('uncaughtException', error => {
    log.fatal({ err: error }, 'an error was not handled; the service stops');
    process.once('uncaughtException', () => process.exit(1));
    service.stop().then(() => process.exit(1));
  });
}

export const makeServeCommand = (): Command =>
  new Command('serve')
    .option(json, jsonHelp)
    .option('--pull-models', 'download missing default models in the background')
    .addOption(new Option('--beside', 'share the port of the process that started this one').hideHelp())
    .action((options: Options) => run(loadConfig(process.env), options));

export const makeWorkerCommand = (): Command =>
  new Command('worker')
    .option(json, 'print {} when ready')
    .option('--pull-models', 'download missing default models in the background')
    .action((options: Options) => run(loadConfig({ ...process.env, ROLE: 'worker' }), options));
