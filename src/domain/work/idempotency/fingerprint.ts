import { createHash } from 'node:crypto';

/** Writes JSON with sorted keys, so that equal values have equal text. */
export function writeCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => `${JSON.stringify(name)}:${writeCanonicalJson(field)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}

export const computeFingerprint = (value: unknown): Buffer =>
  createHash('sha256').update(writeCanonicalJson(value)).digest();
