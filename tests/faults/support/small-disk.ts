import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const pieceBytes = 64 * 1024 * 1024;
/** Others free some of it again while it is filled. */
const mostPieces = 50;

/** A disk so small that a test can fill it. */
export interface SmallDisk {
  /** Leaves no byte. */
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts one at a folder, or says why that cannot be done here. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | { refused: string } {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    return { refused: (error as Error).message };
  }
  const ballast = join(folder, 'ballast');
  const free = () => rm(ballast, { force: true });
  return {
    free,
    async fill() {
      for (let pieces = 0; pieces < mostPieces; pieces++) {
        const { bavail, bsize } = await statfs(folder);
        if (bavail === 0) return;
        const piece = Buffer.alloc(Math.min(bavail * bsize, pieceBytes));
        // Others take some of it at the same time.
        await writeFile(ballast, piece, { flag: 'a' }).catch(() => {});
      }
    },
    async unmount() {
      await free();
      execFileSync('umount', ['-l', folder]);
    },
  };
}
