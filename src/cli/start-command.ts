import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));

/** Starts our own command as a process that ends when this one does, because their channel closes. Its output goes to standard error. */
export const startCommand = (args: string[], env: NodeJS.ProcessEnv = process.env): ChildProcess =>
  spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
