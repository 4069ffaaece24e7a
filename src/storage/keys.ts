/** Segments of plain characters that start with none of `.` and `-`, so that no key can climb out or look like a flag. */
const keyShape = /^(?=.{1,200}$)[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/** Files that are being written. They can be listed and removed, but not written by their key. */
export const temporaryPrefix = 'tmp/';

export function checkKey(key: string): string {
  if (!keyShape.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}

export const isTemporary = (key: string): boolean => checkKey(key).startsWith(temporaryPrefix);

export function checkWritableKey(key: string): string {
  if (isTemporary(key)) throw new Error(`not a key to write to: ${key}`);
  return key;
}
