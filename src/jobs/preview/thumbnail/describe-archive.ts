import type { ArchiveList } from '../../archive/archive-extract/list.ts';

/** The number of entries that fit on the page. */
const mostLines = 40;
const units = ['B', 'kB', 'MB', 'GB', 'TB'];

function describeSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** Lists the first entries of an archive as text, one a line. */
export function describeArchive({ entries, files }: ArchiveList): string {
  const shown = entries.filter(({ type }) => type !== 'folder').slice(0, mostLines);
  const lines = shown.map(({ path, size }) =>
    size === undefined ? path : `${path} (${describeSize(size)})`,
  );
  const more = files - shown.length;
  return [...lines, ...(more > 0 ? [`+ ${more}`] : [])].join('\n') || '—';
}
