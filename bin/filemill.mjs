#!/usr/bin/env node
// What the filemill command runs: under Node 24 the program itself, under an older Node it starts again with the right one.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, isNode24 } from './node24.mjs';

if (isNode24) {
  // Compiled code is kept beside what npm installed or, where that is not writable, among this user's files. A start then costs
  // a third less.
  const beside = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
  if (module.enableCompileCache(beside).status === module.constants.compileCacheStatus.FAILED)
    module.enableCompileCache(join(homedir(), '.cache/filemill/node'));
  const { usePackedTypebox } = await import('./packed-typebox.mjs');
  usePackedTypebox();
  // The process that started us was killed, so nobody sees us any more: we end as if we had been told to.
  process.channel?.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // In the package this is compiled, because Node strips no types under node_modules.
  const source = new URL('../src/cli/main.ts', import.meta.url);
  await import(existsSync(source) ? source : '../dist/cli/main.js');
} else {
  const child = spawn(findNode(), [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // A signal that reaches only us is passed on. Ctrl-C reaches the child too, which takes both for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
