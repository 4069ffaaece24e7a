#!/usr/bin/env node
// The entry point of the filemill command: under Node 24 it runs the program, under an older Node it restarts with the
// bundled one.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, isNode24 } from './node24.mjs';

if (isNode24) {
  // Compiled code is cached next to the npm packages or, if that is not writable, in the user's cache folder. It makes
  // a start a third faster.
  const beside = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
  if (module.enableCompileCache(beside).status === module.constants.compileCacheStatus.FAILED)
    module.enableCompileCache(join(homedir(), '.cache/filemill/node'));
  const { usePackedPackages } = await import('./packed-packages.mjs');
  usePackedPackages();
  // The process that started us was killed, so we stop as if we had received its signal.
  process.channel?.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // In the package this is compiled, because Node strips no types under node_modules.
  const source = new URL('../src/cli/main.ts', import.meta.url);
  await import(existsSync(source) ? source : '../dist/cli/main.js');
} else {
  const child = spawn(findNode(), [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // A signal that only reaches us is passed on. Ctrl-C also reaches the child, which treats both as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
