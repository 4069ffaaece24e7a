import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { makeWarning, type Warning, type WarningDetail } from '../../../contract/warnings.ts';
import { archiveDocument } from '../../../engines/ghostscript/engine.ts';
import {
  type ArchivePart,
  finishArchive,
  type PreparedArchive,
  prepareArchive,
} from '../../../engines/pikepdf/archive.ts';
import type { PdfInput } from '../../../engines/pikepdf/engine.ts';
import { runPoppler } from '../../../engines/poppler/open.ts';
import { computeProgramSeconds, type Work } from '../../../settings/work.ts';
import { withFieldLabels } from './field-labels.ts';
import { withRescue } from './rescue.ts';

interface Writing {
  dir: string;
  part?: ArchivePart;
  /** True if all colours become shades of grey. */
  isGrey?: boolean;
  progress?(percent: number): void;
  begin?(work: Work): void;
}

/** Rewrites a document as PDF/A-1b or 2b, or as PDF/A-3b with its attachments. Returns facts about it and the engines used. */
export async function writeArchive(input: PdfInput, output: string, writing: Writing) {
  const { dir, part = 2, isGrey = false, progress = () => {}, begin = () => {} } = writing;
  const prepared = join(dir, 'prepared.pdf');
  const written = join(dir, 'written.pdf');
  const engines = new Set(['pikepdf']);
  const facts = await withFieldLabels(dir, labels => {
    if (labels) engines.add('pango');
    return prepareArchive({ inputs: [input], output: prepared, part, ...(labels && { labels }) }, {});
  });
  const { pages, info, language, longTexts, transparentPage, withoutFonts } = facts;
  // Ghostscript would turn such pages into images without text.
  if (transparentPage !== null)
    throw new JobFailure(
      'transparency_forbidden',
      `page ${transparentPage} is transparent`,
      undefined,
      transparentPage,
    );
  progress(10);
  begin({ drawnPage: pages });
  if (withoutFonts) engines.add('poppler');
  const source = withoutFonts ? await withSystemFonts(prepared, pages, dir) : prepared;
  engines.add('ghostscript');
  await archiveDocument(source, written, {
    dir,
    part,
    isGrey,
    seconds: computeProgramSeconds({ drawnPage: pages }),
    onPage: page => progress(10 + (80 * page) / pages),
  });
  const originals: [PdfInput?] = part === 3 ? [input] : [];
  const inputs = [{ path: written }, { path: prepared }, ...originals] as const;
  await finishArchive({ inputs: [...inputs], output, info, language, longTexts, pages, part, isGrey }, {});
  return { ...facts, engines: [...engines] };
}

/** Lists the warnings about what an archive gives up. */
export function warnAboutArchive(facts: PreparedArchive, keepsAttachments: boolean): Warning[] {
  const losses: [WarningDetail, boolean][] = [
    ['archive_untagged', facts.untagged],
    ['attachments_removed', facts.attached > 0 && !keepsAttachments],
    ['fields_drawn', facts.flattened > 0],
    ['layers_merged', facts.layered],
    ['metadata_reduced', facts.hadSpecialMetadata],
  ];
  return losses.filter(([, isLost]) => isLost).map(([detail]) => makeWarning(detail));
}

/** Makes a PDF/A-2b from a file made by us, in a new folder. */
export async function archiveFile(path: string, dir: string): Promise<{ path: string; engines: string[] }> {
  const output = join(dir, 'output.pdf');
  const { result, engines } = await withRescue(dir, [{ path }], ([input]) =>
    writeArchive(input, output, { dir }),
  );
  return { path: output, engines: [...new Set([...engines, ...result.engines])] };
}

/**
 * Ghostscript has no glyphs for Chinese, Japanese and Korean fonts that are not embedded; Poppler uses those
 * of the system.
 */
async function withSystemFonts(path: string, pages: number, dir: string): Promise<string> {
  const redrawn = join(dir, 'redrawn.pdf');
  await runPoppler('pdftocairo', ['-pdf', path, redrawn], dir, { work: { drawnPage: pages } });
  return redrawn;
}
