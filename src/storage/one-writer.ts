import { PartialBusy } from './storage.ts';

/**
 * Allows one action at a time on a partial file within this process. Between processes, the upload's lease in
 * the database ensures this.
 */
export function makeWriterGuard() {
  const busy = new Set<string>();
  return async <Result>(key: string, action: () => Promise<Result>): Promise<Result> => {
    if (busy.has(key)) throw new PartialBusy(key);
    busy.add(key);
    try {
      return await action();
    } finally {
      busy.delete(key);
    }
  };
}
