#!/usr/bin/env node
// `npm start`: sets up and serves. The service starts as soon as it can run; the rest is installed meanwhile.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findNode } from './node24.mjs';
import { say } from './setup/processes.mjs';
import { beginSetUp } from './setup/set-up.mjs';

const command = fileURLToPath(new URL('filemill.mjs', import.meta.url));
const args = ['serve', '--pull-models', ...process.argv.slice(2)];

const { essential, everything } = beginSetUp({ dev: false });
let isDone = false;
everything.then(code => {
  isDone = true;
  if (code !== 0) say('not everything could be installed; `node bin/setup.mjs` tries again.');
});
const code = await essential;
if (code !== 0) process.exit(await everything);
// Most starts find nothing to do, which takes only a moment to find out.
await Promise.race([everything, new Promise(resolve => setTimeout(resolve, 50))]);

if (isDone) {
  process.argv.splice(1, process.argv.length, command, ...args);
  await import('./filemill.mjs');
} else {
  const child = spawn(findNode(), [command, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // A signal that only reaches us is passed on. Ctrl-C also reaches the child, which treats both as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (status, signal) => {
    process.exit(signal ? 143 : status);
  });
}
