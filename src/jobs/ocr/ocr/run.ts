import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import { listInstalledLanguages } from '../../../engines/tesseract/engine.ts';
import { makeOutputName, stripExtension } from '../../../formats/declared.ts';
import { getFormat } from '../../../formats/formats.ts';
import { archiveFile } from '../../pdf/documents/archive.ts';
import type { Run } from '../../run.ts';
import type { job } from './job.ts';
import { listWords, type ReadPage } from './page.ts';
import { readPages } from './read/read-pages.ts';
import { openImageSource } from './source/image-source.ts';
import { openPdfSource } from './source/pdf-source.ts';
import { formatHocr } from './write/hocr.ts';
import { formatJson } from './write/json.ts';
import { formatMarkdown } from './write/markdown.ts';
import { writeSearchable } from './write/pdf.ts';
import { formatText } from './write/text.ts';
import { formatTsv } from './write/tsv.ts';

export const run: Run<typeof job> = async ({ dir, inputs, options, progress, begin }) => {
  const [input] = inputs;
  const { outputFormat, languages, rotate, clean, deskew, dpi, skipText, password, psm } = options;
  await checkLanguages(languages);
  const searchable = outputFormat === 'pdf';
  const spans = options.pages === undefined ? everyPage : parsePages(options.pages);
  const source =
    input.format === 'pdf'
      ? await openPdfSource(input, { spans, password, dpi, skipText, searchable, dir, begin })
      : await openImageSource(input, { spans, dpi, dir });
  try {
    const reading = {
      languages,
      segmentation: psm,
      rotate: rotate === 'none' ? (0 as const) : rotate,
      clean,
      deskew,
      dir,
    };
    const pages = await readPages(source.pages, reading, {
      begin,
      progress: done => progress(95 * done),
    });
    const path = join(dir, 'output');
    let archiving: string[] = [];
    if (searchable) {
      const layered = options.pdfa ? join(dir, 'layered.pdf') : path;
      await writeSearchable(pages, await source.document(), layered, dir);
      if (options.pdfa) archiving = await writePdfa(layered, path, dir);
    } else await writeFile(path, formatPages(outputFormat, pages, languages, stripExtension(input.filename)));
    const recognised = pages.filter(page => !page.own);
    return {
      outputs: [
        {
          path,
          filename: makeOutputName(input.filename, `.${getFormat(outputFormat).extensions[0]}`),
          format: outputFormat,
          metadata: {
            ...summarisePages(pages),
            languages: languages.join(','),
            ...source.facts,
            ...(options.pdfa && { conformance: 'PDF/A-2b' }),
          },
        },
      ],
      engines: [
        ...source.engines,
        ...(recognised.length > 0 ? ['tesseract'] : []),
        ...(recognised.some(page => page.readTwice) ? ['pp-ocr'] : []),
        ...(searchable && input.format !== 'pdf' ? ['pikepdf'] : []),
        ...archiving,
      ],
      warnings: source.hasLostPictures() ? [makeWarning('pictures_unreadable')] : [],
    };
  } finally {
    source.close();
  }
};

/** Converts to PDF/A and returns the engines used. */
async function writePdfa(from: string, to: string, dir: string): Promise<string[]> {
  const own = join(dir, 'archive');
  await mkdir(own);
  const { path, engines } = await archiveFile(from, own);
  await rename(path, to);
  return engines;
}

async function checkLanguages(languages: readonly string[]): Promise<void> {
  const installed = await listInstalledLanguages();
  const missing = languages.filter(language => !installed.includes(language));
  if (missing.length > 0)
    throw new JobFailure('unsupported_content', `no Tesseract model for ${missing.join(', ')}`);
}

function formatPages(
  format: 'txt' | 'hocr' | 'tsv' | 'json' | 'md',
  pages: readonly ReadPage[],
  languages: readonly string[],
  stem: string,
): string {
  switch (format) {
    case 'txt':
      return formatText(pages);
    case 'md':
      return formatMarkdown(pages);
    case 'tsv':
      return formatTsv(pages);
    case 'json':
      return formatJson(pages, languages);
    case 'hocr':
      return formatHocr(pages, stem);
  }
}

/** Summarises the confidence of each page. Text that the document already had is not rated. */
function summarisePages(pages: readonly ReadPage[]): Record<string, number> {
  const recognised = pages.filter(page => !page.own);
  const weighed = recognised.map(({ blocks, dropped, confidence }) => ({
    confidence,
    weight: listWords(blocks).length + dropped,
  }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const sum = weighed.reduce((total, { confidence, weight }) => total + confidence * weight, 0);
  return {
    pages: pages.length,
    words: pages.reduce((count, page) => count + listWords(page.blocks).length, 0),
    ...(recognised.length > 0 && { meanConfidence: Math.round((10 * sum) / Math.max(1, all)) / 10 }),
    ...(recognised.length < pages.length && { pagesWithText: pages.length - recognised.length }),
  };
}
