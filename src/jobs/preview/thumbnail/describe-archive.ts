import { formatSize } from '../../../text.ts';
import type { ArchiveList } from '../../archive/archive-extract/list.ts';

/** The number of entries that fit on the page. */
const maxLines = 40;

/** Lists the first entries of an archive as text, one a line. */
export function describeArchive({ entries, files }: ArchiveList): string {
  const shown = entries.filter(({ type }) => type !== 'folder').slice(0, maxLines);
  const lines = shown.map(({ path, size }) => (size === undefined ? path : `${path} (${formatSize(size)})`));
  const more = files - shown.length;
  return [...lines, ...(more > 0 ? [`+ ${more}`] : [])].join('\n') || '—';
}
