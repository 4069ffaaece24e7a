import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeZip } from '../../containers/write-zip.ts';
import type { WarningId } from '../../contract/warnings.ts';
import type { Convert } from '../conversion.ts';
import { runProgram } from '../program.ts';
import { layOutBook } from './book/book-page.ts';
import { mirrorOpenDocument, setDirection } from './direction.ts';
import { settleFictionBook } from './fiction-book/fiction-book.ts';
import { fitDocument, keepsFacts } from './fit-document.ts';
import { coverCells, prepareTables } from './odt/merged-cells.ts';
import { dropImages, hasImages, settleImages } from './pictures/images.ts';
import { drawMetafiles } from './pictures/metafiles.ts';
import { drawVectors } from './pictures/vectors.ts';
import { readDocument } from './read-document.ts';

const writers: Record<string, string> = {
  html: 'html',
  md: 'gfm+tex_math_dollars',
  txt: 'plain',
  docx: 'docx',
  odt: 'odt',
  rtf: 'rtf',
  epub: 'epub3',
  pptx: 'pptx',
  tex: 'latex',
  rst: 'rst',
  adoc: 'asciidoc',
  org: 'org',
  mediawiki: 'mediawiki',
  docbook: 'docbook5',
  ipynb: 'ipynb',
};
/** Markup that refers to pictures and cannot contain them. */
const cannotHoldImages = new Set(['tex', 'rst', 'adoc', 'org', 'mediawiki', 'docbook']);
/** Formats into which Pandoc does not put SVG, or in a way that their programs do not show. */
const cannotHoldVectors = new Set(['rtf', 'pptx']);
/** Writers that can have one part of a document run against the rest. */
const tellsDirection = new Set(['docx', 'html', 'epub']);
/** Only fonts that are made for formulas have brackets and roots of every size. */
const mathStyle =
  '<style>math{font-family:"Latin Modern Math","STIX Two Math","Cambria Math","DejaVu Math TeX Gyre","Noto Sans Math",math}</style>';

export const convert: Convert = async conversion => {
  const { from, to, output, stem, dir, last, options, progress } = conversion;
  const isText = to === 'txt' || to === 'md';
  const media = join(dir, 'media');
  const warnings: WarningId[] = [];
  const document = await readDocument(conversion, warnings);
  progress(50);
  const apart = options.images === 'files' || options.embedImages === false;
  await drawMetafiles(document, media, conversion);
  const inText = to === 'html' || to === 'md' || to === 'ipynb';
  const cover =
    from === 'fb2' ? await settleFictionBook(document, join(dir, 'source.fb2'), media, to) : undefined;
  const isWithoutImages = options.images === 'none';
  if (!isWithoutImages && !apart && cannotHoldImages.has(to) && hasImages(document)) {
    warnings.push('images_left_out');
    dropImages(document);
  }
  if (isWithoutImages) dropImages(document);
  const manner = apart ? 'beside' : inText ? 'embedded' : 'files';
  const { files, isIncomplete } = await settleImages(
    document,
    media,
    dir,
    manner,
    to === 'html' || to === 'md' || apart,
  );
  if (isIncomplete) warnings.push('remote_pictures');
  if (cannotHoldVectors.has(to)) await drawVectors(document, conversion);
  const isBookPage = (from === 'epub' || from === 'fb2') && to === 'html';
  fitDocument(document, from, to);
  const hasMergedCells = to === 'odt' && prepareTables(document);
  if (!isText) setDirection(document, tellsDirection.has(to));
  const bookArguments = isBookPage ? await layOutBook(document, dir, !last) : [];
  if (!document.meta.title && to === 'epub') document.meta.title = { t: 'MetaString', c: stem };
  const tree = join(dir, 'document.json');
  await writeFile(tree, JSON.stringify(document));
  const args = [
    '-f',
    'json',
    '-t',
    keepsFacts(from, to) ? `${writers.md}+yaml_metadata_block` : writers[to]!,
    '--wrap=none',
    '-o',
    output,
  ];
  if (!isText) args.push('-s', ...bookArguments);
  // The page of a book is named by the book's own title.
  if (!isText && !(isBookPage && document.meta.title)) args.push('-M', `pagetitle=${stem}`);
  if (keepsFacts(from, to)) args.push('-s');
  if (options.toc === true) args.push('--toc');
  if (cover !== undefined) args.push(`--epub-cover-image=${cover}`);
  if (to === 'pptx') args.push('--slide-level=1');
  if (to === 'html' && !last) args.push('-V', 'fontsize=15px', '-V', 'backgroundcolor=white');
  if (to === 'html' || to === 'epub') args.push('--mathml');
  if (to === 'html') args.push('-V', `header-includes=${mathStyle}`);
  await runProgram('pandoc', [...args, tree], { cwd: dir });
  if (hasMergedCells) await rename(await coverCells(output, dir), output);
  if (to === 'odt' && document.meta.dir) await rename(await mirrorOpenDocument(output, dir), output);
  if (!apart) return [{ path: output, warnings }];
  const zip = join(dir, 'out.zip');
  const page = { name: `${stem}.${to}`, path: output };
  await writeZip(zip, [page, ...files]);
  return [{ path: zip, format: 'zip', metadata: { images: files.length }, warnings }];
};
