import { Gauge, type Registry } from 'prom-client';
import { readFreeBytes } from '../free-space.ts';

/** Measures the free space of the disks that have these folders. A folder that does not exist is left out. */
export function watchDisks(registry: Registry, folders: Record<string, string>): void {
  new Gauge({
    name: 'filemill_disk_free_bytes',
    help: 'Free bytes of the disk of DATA_DIR (data) and of the folder in STORAGE_URL (storage).',
    labelNames: ['disk'],
    registers: [registry],
    async collect() {
      for (const [disk, folder] of Object.entries(folders)) {
        const free = await readFreeBytes(folder).catch(() => undefined);
        if (free !== undefined) this.set({ disk }, free);
      }
    },
  });
}
