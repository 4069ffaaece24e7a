import { spawn } from 'node:child_process';

export const say = text => console.error(`filemill set-up: ${text}`);

/**
 * Runs a program in our terminal. Resolves to its exit code, or to the code a shell gives where a signal ended it.
 * `onMessage` hears the messages of a program of ours. One that `yields` leaves the processor to the service, which may run already.
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
    // Ctrl-C reaches the child too, and we must not end before it has ended.
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
