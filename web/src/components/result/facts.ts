import type { ResultFile } from '@filemill/client';
import { formatBytes } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import { chooseKind } from '../preview/file.ts';

const words = strings.result;

/** Properties of a file that are useful to a person. Stems, which are shown together, have one size. */
export function listFacts(file: ResultFile, together: ResultFile[], gain?: string): string {
  const { pages, width, height, rows, seconds } = file.metadata as Record<string, number | undefined>;
  // In other formats, the pages are those of the file that was converted.
  const hasPages = chooseKind(file) === 'pdf';
  const facts = [
    formatBytes(together.reduce((sum, each) => sum + each.size, 0) || file.size),
    gain,
    hasPages && pages !== undefined && words.pages(pages),
    width !== undefined && height !== undefined && `${width} × ${height}`,
    rows !== undefined && words.rows(rows),
    seconds !== undefined && words.seconds(Math.round(seconds)),
  ];
  return facts.filter(Boolean).join(' · ');
}
