import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));

/** Starts our own command as a process that ends with this one, which its channel tells it; what it says goes to standard error, like the log. */
export const startCommand = (args: string[], env: NodeJS.ProcessEnv = process.env): ChildProcess =>
  spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
