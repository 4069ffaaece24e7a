import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { makeWarning, type Warning } from '../../../contract/warnings.ts';
import { setLabels } from '../../../engines/pango/labels.ts';
import {
  planRedaction,
  redactDocument,
  type Survey,
  surveyForRedaction,
} from '../../../engines/pikepdf/redaction.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import { presentPdfFacts } from '../documents/facts.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import { type Colour, parseColour } from '../options/colour.ts';
import { findInActualText } from './actual-text.ts';
import { Areas, type FoundTexts, findInPages, findInPictures, findInTexts, openForReading } from './find.ts';
import type { job } from './job.ts';
import { Legibility } from './legible.ts';
import { erasePictures } from './pictures.ts';
import { recognisePages } from './recognise.ts';
import { Search } from './search.ts';
import { findLeftovers } from './verify.ts';

export { warm } from '../documents/warm.ts';

/** How often words that are recognised only in the result are erased from it too. */
const maxRounds = 3;
const labelSize = 100;

export const run: Run<typeof job> = async ({ dir, inputs, options, progress, begin }) => {
  const [input] = inputs;
  const file = (name: string) => join(dir, name);
  const search = new Search(options);
  const plain = file('plain.pdf');
  const searched = { search: file('search.pdf'), texts: file('texts.json') };
  if (options.label && search.find([options.label])[0]!.length > 0)
    throw new JobFailure('label_matches', 'the label is among what is to be removed');
  const { result: surveyed, engines } = await withRescue(
    dir,
    [makePdfInput(input, options.password)],
    ([only]) =>
      surveyForRedaction({ inputs: [only], output: plain, ...(search.isEmpty ? {} : searched) }, {}),
  );
  const readings = search.isEmpty ? 0 : options.ocr ? 2 : 1;
  begin({
    drawnPage: surveyed.pages,
    textPage: 4 * surveyed.pages,
    recognizedPage: readings * surveyed.pages,
  });

  const areas = new Areas();
  const legibility = new Legibility(search);
  for (const { page, x, y, width, height } of options.boxes) {
    if (page > surveyed.pages) throw new JobFailure('box_page_missing', `page ${page} of ${surveyed.pages}`);
    const unit = surveyed.units[page - 1]!;
    areas.at(page - 1).drawn.push([x / unit, y / unit, (x + width) / unit, (y + height) / unit]);
  }
  let { replaced, overwritten, renamed, silenced } = search.isEmpty
    ? { replaced: {}, overwritten: [], renamed: {}, silenced: [] }
    : await findEverywhere(search, { plain, ...searched }, areas, {
        ...options,
        dir,
        legibility,
        survey: surveyed,
        progress: share => progress(5 + 35 * share),
      });

  const colour = parseColour(options.color);
  const label = options.label ? await setLabel(options.label, colour, dir) : undefined;
  const output = file('output.pdf');
  for (let round = 1; ; round++) {
    const request = {
      inputs: [{ path: plain }] as [{ path: string }],
      folder: dir,
      pages: areas.list(),
      silenced,
    };
    const { planned } = await planRedaction(request);
    const megapixel =
      planned.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.width * part.height, 0) / 1e6;
    begin({
      drawnPage: surveyed.pages,
      textPage: 4 * surveyed.pages,
      recognizedPage: readings * surveyed.pages,
      megapixel,
    });
    const pictures = await erasePictures(planned, colour);
    const made = await redactDocument(
      {
        ...request,
        output,
        pictures,
        texts: replaced,
        overwritten,
        names: renamed,
        isSearched: !search.isEmpty,
        colour,
        ...(label && { label }),
      },
      { onProgress: percent => progress(40 + percent / 10) },
    );
    const found = await findLeftovers(output, search, {
      dir,
      languages: options.languages,
      legibility,
      areas,
      addsAreas: options.ocr,
      progress: part => progress(50 + 49 * part),
    });
    if (found === 'tesseract' && options.ocr && round < maxRounds) continue;
    // Words may also be made of pieces that stand for nothing shown.
    if (found === 'poppler' && silenced.length < surveyed.pagesWithActualText.length) {
      silenced = surveyed.pagesWithActualText;
      continue;
    }
    if (found)
      throw new JobFailure(
        options.ocr ? 'redaction_left' : 'redaction_incomplete',
        `${found} still finds something`,
      );
    const texts = Object.keys(replaced).length + overwritten.length + Object.keys(renamed).length;
    const metadata = {
      ...presentPdfFacts(made.pages, surveyed),
      matches: areas.matches,
      boxes: options.boxes.length,
      annotationsRemoved: made.annotations,
      textsChanged: texts,
    };
    const isIdle = areas.list().length === 0 && texts === 0 && silenced.length === 0;
    const warnings: Warning[] = isIdle ? [{ code: 'nothing_redacted' }] : [];
    if (made.hasLostPatternedText) warnings.push(makeWarning('patterned_text_removed'));
    const readers = search.isEmpty ? [] : ['poppler', 'tesseract'];
    return {
      outputs: [{ path: output, filename: makeOutputName(input.filename, '.pdf'), format: 'pdf', metadata }],
      engines: [...engines, 'pdfium', ...(planned.length > 0 ? ['sharp'] : []), ...readers],
      warnings,
    };
  }
};

async function setLabel(
  text: string,
  [red, green, blue]: Colour,
  dir: string,
): Promise<{ path: string; size: [number, number] }> {
  const path = join(dir, 'label.pdf');
  // Black can be read on light boxes, white on dark ones.
  const ink = 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 ? 0 : 1;
  const [size] = await setLabels(
    { texts: [text], fontSize: labelSize, bold: true, colour: [ink, ink, ink], output: path },
    dir,
  );
  return { path, size: size! };
}

interface Finding {
  ocr: boolean;
  languages: string[];
  dir: string;
  legibility: Legibility;
  survey: Survey;
  progress(share: number): void;
}

/** Finds what is sought, on pages as areas, and in the texts outside of them. */
async function findEverywhere(
  search: Search,
  files: { plain: string; search: string; texts: string },
  areas: Areas,
  { ocr, languages, dir, legibility, survey, progress }: Finding,
): Promise<FoundTexts> {
  const source = await openForReading(files.search);
  try {
    legibility.begin(survey);
    findInPages(source, search, legibility, areas);
    if (survey.pagesWithActualText.length > 0) {
      const plain = await openForReading(files.plain);
      try {
        findInActualText(plain, source, survey.pagesWithActualText, search, areas);
      } finally {
        plain.close();
      }
    }
    const recognition = { languages, dir, legibility, listErased: () => [], progress };
    if (ocr) findInPictures(await recognisePages(source, recognition), search, areas);
  } finally {
    source.close();
  }
  return await findInTexts(files.texts, search);
}
