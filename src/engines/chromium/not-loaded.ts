import type { Warning } from '../../contract/warnings.ts';

/** Metadata holds no longer text. */
const maxCharacters = 4000;

/** Describes the addresses a page asked for in vain: in the metadata of the file, and as a warning. */
export function describeNotLoaded(missing: readonly string[]): {
  metadata: { notLoaded?: string };
  warnings: Warning[];
} {
  if (missing.length === 0) return { metadata: {}, warnings: [] };
  const list = missing.join(' ');
  const notLoaded = list.length > maxCharacters ? `${list.slice(0, maxCharacters)}…` : list;
  return { metadata: { notLoaded }, warnings: [{ code: 'resources_not_loaded' }] };
}
