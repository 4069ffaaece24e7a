import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findNode } from '../node24.mjs';
import { hashFiles } from './hash.mjs';
import { run, say } from './processes.mjs';
import { readJson } from './stamp.mjs';

/** Compiles the client whenever its sources have changed, because an older Node than ours may import it. */
export async function compileClient(root) {
  const script = 'src/setup/compile-client.ts';
  const key = hashFiles(root, ['client/src', script]);
  if (!existsSync(join(root, 'client/src'))) return;
  if (readJson(join(root, 'client/dist/built.json'))?.key === key) return;
  // Node's own type stripping is still marked as experimental.
  const args = ['--disable-warning=ExperimentalWarning', join(root, script), key];
  if ((await run(findNode(), args)) !== 0)
    say('the client is not compiled: programs in this folder import it with Node 24 only.');
}
