import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createHosts } from '../worker/running/hosts.ts';
import { chooseCacheFolder } from './cache-folder.ts';

/**
 * This program is started by the first command, so that the hosts of later commands find compiled modules.
 */
const lock = join(chooseCacheFolder(), 'compiling');
/** A lock older than this belongs to a process that was killed. */
const staleMs = 5 * 60_000;
const log = { debug() {}, info() {}, warn() {}, error() {} };

/** Takes the lock, so that only one process compiles at a time. */
function takeLock(): boolean {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && Date.now() - since > staleMs) rmSync(lock, { recursive: true });
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

if (takeLock())
  try {
    const hosts = await createHosts({ dir: chooseCacheFolder(), sandbox: 'on', log, spares: 'none' });
    await hosts.compiled;
    await hosts.close();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
