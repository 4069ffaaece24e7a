import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const enoughBytes = 6e9;

/**
 * Finds the folder for temporary files of a test run. Creating and dropping a database takes 15 times less CPU time in
 * memory than on a disk, and a run does it hundreds of times.
 */
export function findTemporaryFolder(): string {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find(line => line.split(' ')[1] === inMemory);
    const { bavail, bsize } = statfsSync(inMemory);
    const isUsable = mount?.startsWith('tmpfs ') && !/\bnoexec\b/.test(mount) && bavail * bsize > enoughBytes;
    return isUsable ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
