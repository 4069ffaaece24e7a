import { PartialBusy } from './storage.ts';

/** Lets one action at a time have a partial file. Guards this process only; across processes the upload's lease in the database does. */
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
