import { chooseCacheFolder } from '../local/cache-folder.ts';
import { makeUnfinished } from '../local/unfinished-folder.ts';
import { type Config, loadConfig } from '../settings/config.ts';
import type { Backend } from './backend/backend.ts';
import { CommandError } from './exit-codes.ts';

/** Keeps the settings of this machine, and none of an operator's service on it. */
function chooseSettings(config: Config, dataDir: string): Config {
  const { workerConcurrency, modelConcurrency, modelMemoryMb, modelsDir, models } = config;
  const { extensionsDir, cgroup, sandbox, timestampServers } = config;
  return {
    ...loadConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' }),
    ...{ workerConcurrency, modelConcurrency, modelMemoryMb, modelsDir, models },
    ...{ extensionsDir, cgroup, sandbox, timestampServers },
  };
}

/**
 * Starts a service inside this process, with an empty database in a folder of its own, for work that only a service can do. Other users
 * of this machine cannot use it, because the key is known to this process only. `close` removes everything.
 */
export async function openTemporaryService(config: Config): Promise<Backend> {
  const folder = await makeUnfinished(chooseCacheFolder());
  try {
    const [{ start }, { openLogger }, { openServer }] = await Promise.all([
      import('../main.ts'),
      import('./installation.ts'),
      import('./backend/server.ts'),
    ]);
    const settings = chooseSettings(config, folder.path);
    const service = await start(settings, openLogger(settings));
    const stop = async () => {
      await service.stop();
      await folder.close();
    };
    const { url, firstKey, withoutJobs } = service;
    if (!url || !firstKey || withoutJobs) {
      await service.stop();
      throw new CommandError(withoutJobs ?? 'The temporary service did not start.');
    }
    const backend = openServer({ url, key: firstKey.key });
    return Object.assign(backend, { close: stop });
  } catch (error) {
    await folder.close();
    throw error;
  }
}
