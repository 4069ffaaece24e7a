import { spawn } from 'node:child_process';

export const say = text => console.error(`filemill set-up: ${text}`);

/**
 * Runs a program in our terminal. Resolves to its exit code, or to a shell's code for a signal. `onMessage` receives
 * the messages of our own programs. A program that `yields` runs at a lower priority than the service, which may
 * already be running.
 */
export function run(command, args, { onMessage, cwd, yields } = {}) {
  const [program, ...rest] = yields ? ['nice', '-n', '10', command, ...args] : [command, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      cwd,
      stdio: ['inherit', 'inherit', 'inherit', ...(onMessage ? ['ipc'] : [])],
    });
    if (onMessage) child.on('message', onMessage);
    const pass = signal => child.kill(signal);
    process.on('SIGTERM', pass);
    // Ctrl-C also reaches the child, and we must not exit before it does.
    const wait = () => {};
    process.on('SIGINT', wait);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', pass);
      process.off('SIGINT', wait);
      resolve(signal === 'SIGINT' ? 130 : signal ? 143 : code);
    });
  });
}
