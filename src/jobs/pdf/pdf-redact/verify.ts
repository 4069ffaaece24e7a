import { join } from 'node:path';
import { surveyForRedaction } from '../../../engines/pikepdf/redaction.ts';
import { runPoppler } from '../../../engines/poppler/open.ts';
import { type Areas, findInPages, findInPictures, findInTexts, openForReading } from './find.ts';
import type { Legibility } from './legible.ts';
import { foldLetters } from './letters.ts';
import { recognisePages } from './recognise.ts';
import type { Search } from './search.ts';

interface Verification {
  dir: string;
  languages: readonly string[];
  legibility: Legibility;
  /** The areas that were erased. */
  areas: Areas;
  /** True if what is found in pictures is added to the areas, so that it is erased as well. */
  addsAreas: boolean;
  progress(share: number): void;
}

/**
 * Reads a redacted document again, by PDFium, by Poppler, string by string and by recognition of its pages as they are drawn, as far
 * as these can show more than their text says.
 * Returns the reader that still found something.
 */
export async function findLeftovers(
  path: string,
  search: Search,
  { dir, languages, legibility, areas, addsAreas, progress }: Verification,
): Promise<string | undefined> {
  if (search.isEmpty) return undefined;
  const [plain, searched, texts] = ['again.pdf', 'again-search.pdf', 'again.json'].map(name =>
    join(dir, name),
  );
  const survey = await surveyForRedaction(
    { inputs: [{ path }], output: plain!, search: searched!, texts: texts! },
    {},
  );
  const { replaced, overwritten, renamed, silenced } = await findInTexts(texts!, search);
  if ([replaced, overwritten, renamed, silenced].some(found => Object.keys(found).length > 0)) return 'texts';
  for (const file of [path, searched!]) {
    const args = ['-enc', 'UTF-8', '-f', '1', '-l', String(survey.pages), file, '-'];
    const { stdout } = await runPoppler('pdftotext', args, dir, { maxStdout: 512 * 1024 * 1024 });
    const found = search.find(foldLetters(stdout.toString('utf8')).split('\f'));
    if (found.some(spans => spans.length > 0)) return 'poppler';
  }
  const document = await openForReading(searched!);
  try {
    legibility.begin(survey);
    if (!findInPages(document, search, legibility)) return 'pdfium';
  } finally {
    document.close();
  }
  const shown = await openForReading(path);
  try {
    const listErased = (index: number) => areas.listBoxes(index);
    const recognised = await recognisePages(shown, { languages, dir, legibility, listErased, progress });
    return findInPictures(recognised, search, addsAreas ? areas : undefined) ? undefined : 'tesseract';
  } finally {
    shown.close();
  }
}
