import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** Root can step down to a user without rights, and that user can read this checkout: it may lie in root's own home. */
export const canStepDown = (uid: number): boolean =>
  process.getuid?.() === 0 &&
  spawnSync('setpriv', [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', 'test', '-r', here]).status ===
    0;
