import { MissingFile, type Storage } from '../storage/storage.ts';
import type { Metrics } from './metrics.ts';

/** The operations that are timed. `list` is not, because it lasts as long as its reader takes. */
const timed = new Set<string | symbol>([
  'write',
  'take',
  'read',
  'copyTo',
  'lendTo',
  'size',
  'digest',
  'remove',
  'check',
] satisfies (keyof Storage)[]);

/** Wraps a storage to measure the time and failures of each operation. */
export function timeStorage<Store extends Storage>(
  storage: Store,
  { storageSeconds, storageErrors }: Pick<Metrics, 'storageSeconds' | 'storageErrors'>,
): Store {
  const time =
    (operation: string, work: (...given: unknown[]) => Promise<unknown>) =>
    async (...given: unknown[]) => {
      const began = performance.now();
      try {
        return await work(...given);
      } catch (error) {
        if (!(error instanceof MissingFile)) storageErrors.inc({ operation });
        throw error;
      } finally {
        storageSeconds.observe({ operation }, (performance.now() - began) / 1000);
      }
    };
  const wrapped = new Map<string | symbol, unknown>();
  return new Proxy(storage, {
    get(target, name) {
      const known = wrapped.get(name);
      if (known !== undefined) return known;
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const bound = value.bind(target);
      const made = timed.has(name) ? time(String(name), bound) : bound;
      wrapped.set(name, made);
      return made;
    },
  });
}
