import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** Whether root can switch to an unprivileged user who can read this checkout, which may be in root's home. */
export const canDropPrivileges = (uid: number): boolean =>
  process.getuid?.() === 0 &&
  spawnSync('setpriv', [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', 'test', '-r', here]).status ===
    0;
