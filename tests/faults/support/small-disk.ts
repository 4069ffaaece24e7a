import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const pieceBytes = 64 * 1024 * 1024;
/** Other processes free some of it again while it is filled. */
const maxChunks = 50;

/** A disk small enough for a test to fill. */
export interface SmallDisk {
  /** Fills it completely. */
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts one at a folder, or returns the reason why that is impossible here. */
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
      for (let pieces = 0; pieces < maxChunks; pieces++) {
        const { bavail, bsize } = await statfs(folder);
        if (bavail === 0) return;
        const piece = Buffer.alloc(Math.min(bavail * bsize, pieceBytes));
        // Other processes use some of it at the same time.
        await writeFile(ballast, piece, { flag: 'a' }).catch(() => {});
      }
    },
    async unmount() {
      await free();
      execFileSync('umount', ['-l', folder]);
    },
  };
}
