import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const filemill = fileURLToPath(new URL('../../../bin/filemill', import.meta.url));

/** Runs one command of a page in a folder, with the program of this checkout. */
export const runCommand = (command: string, cwd: string): void => {
  execFileSync('sh', ['-c', command.replace(/^filemill/, `"${filemill}" `)], { cwd, stdio: 'pipe' });
};
