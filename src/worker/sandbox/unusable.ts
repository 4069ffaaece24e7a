import { JobFailure } from '../../contract/failure.ts';

const remedy =
  'Install the Debian package bubblewrap and allow this process to create namespaces (in a container: --cap-add SYS_ADMIN ' +
  'and unconfined seccomp and AppArmor profiles), or set SANDBOX=off to run jobs unprotected, for callers you trust.';

function explainFailure(error: unknown): string {
  const detail = error instanceof JobFailure ? error.detail : String(error);
  if (/spawn \S+ ENOENT/.test(detail)) return 'bubblewrap (bwrap) is not installed.';
  const said = /^(bwrap|setpriv|prlimit): .*$/m.exec(detail)?.[0];
  if (said?.includes('Permission denied') || detail.includes('EACCES'))
    return `${said ?? detail} (make the program's files readable for every user: chmod -R o+rX).`;
  return `${(said ?? detail.trim()).replace(/\.$/, '')}.`;
}

/** Jobs could not be confined, so none may run. */
export class SandboxUnusable extends Error {
  constructor(cause: unknown) {
    super(`The sandbox cannot run here: ${explainFailure(cause)} ${remedy}`, { cause });
    this.name = 'SandboxUnusable';
  }
}
