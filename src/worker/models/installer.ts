import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import { claimModelInstalls, updateModelInstall } from '../../domain/installation/model-installs.ts';
import type { ModelSet } from '../../models/model.ts';
import { pullInProcess } from '../../models/start-pull.ts';
import { limits } from '../../settings/limits.ts';
import { type ClaimLoop, startClaimLoop } from '../claim-loop.ts';

interface InstallerSettings {
  db: Database;
  workerId: string;
  modelsDir: string;
  set: ModelSet;
  listener: Pick<Listener, 'on'>;
  log: FastifyBaseLogger;
}

/** Installs the models that operators ask for on the web page, one at a time. */
export function startModelInstaller({
  db,
  workerId,
  log,
  listener,
  ...settings
}: InstallerSettings): ClaimLoop {
  async function install(name: string, shutdown: AbortSignal): Promise<void> {
    const tell = (state: Parameters<typeof updateModelInstall>[3]) =>
      updateModelInstall(db, workerId, name, state);
    let percent = 0;
    const telling = setInterval(
      () =>
        tell({ status: 'installing', percent }).catch(error =>
          log.warn({ err: error }, 'no progress recorded'),
        ),
      limits.modelInstall.tellSeconds * 1000,
    );
    try {
      const problem = await pullInProcess({ ...settings, name }, now => (percent = now), shutdown);
      clearInterval(telling);
      if (shutdown.aborted && problem) await tell({ status: 'requested' });
      else if (problem) {
        log.warn({ model: name, ...problem }, 'a model could not be installed');
        await tell({ status: 'failed', ...problem });
      } else await tell({ status: 'installed' });
    } finally {
      clearInterval(telling);
    }
  }
  return startClaimLoop({
    name: 'models',
    channel: 'model_due',
    atOnce: 1,
    pollSeconds: limits.modelInstall.leaseSeconds,
    listener,
    log,
    claim: most => claimModelInstalls(db, workerId, most),
    handle: install,
  });
}
