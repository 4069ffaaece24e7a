/**
 * Segments of plain characters that start with neither `.` nor `-`, so that no key can leave the folder or
 * look like a flag.
 */
const keyShape = /^(?=.{1,200}$)[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/** Files that are being written. They can be listed and removed, but not written by their key. */
export const temporaryPrefix = 'tmp/';

export function checkKey(key: string): string {
  if (!keyShape.test(key)) throw new Error(`invalid storage key: ${JSON.stringify(key)}`);
  return key;
}

export const isTemporary = (key: string): boolean => checkKey(key).startsWith(temporaryPrefix);

export function checkWritableKey(key: string): string {
  if (isTemporary(key)) throw new Error(`not a writable key: ${key}`);
  return key;
}
