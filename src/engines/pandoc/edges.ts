import type { FormatId } from '../../formats/formats.ts';
import type { Edge } from '../conversion.ts';
import type { OptionName } from '../conversion-options.ts';

interface Side {
  cost: number;
  options?: OptionName[];
  asks?: Edge['asks'];
}
type Sides = Partial<Record<FormatId, Side>>;
const listSides = (table: Sides) => Object.entries(table) as [FormatId, Side][];

const imageOptions: OptionName[] = ['images', 'embedImages'];
const besideThePage: Edge['instead'] = [
  { option: 'images', value: 'files', format: 'zip' },
  { option: 'embedImages', value: false, format: 'zip' },
];

/** The cost of reading each format: the content of a document is kept, its look is not. */
const readers: Sides = {
  md: { cost: 0.5, options: ['encoding'] },
  html: { cost: 1, options: ['encoding'] },
  rst: { cost: 0.5, options: ['encoding'] },
  tex: { cost: 1, options: ['encoding'] },
  org: { cost: 0.5, options: ['encoding'] },
  mediawiki: { cost: 0.5, options: ['encoding'] },
  docbook: { cost: 0.5, options: ['encoding'] },
  ipynb: { cost: 0.5 },
  epub: { cost: 1 },
  fb2: { cost: 1 },
  docx: { cost: 1, options: ['password'], asks: ['drawMetafiles'] },
  odt: { cost: 1, asks: ['drawMetafiles'] },
  rtf: { cost: 5 },
};

const writers: Sides = {
  html: { cost: 0.5, options: ['toc', ...imageOptions] },
  md: { cost: 1, options: imageOptions },
  txt: { cost: 6 },
  docx: { cost: 1, options: ['toc'] },
  odt: { cost: 1, options: ['toc'] },
  rtf: { cost: 3, options: ['toc'], asks: ['drawVectors'] },
  epub: { cost: 1, options: ['toc'] },
  pptx: { cost: 4, asks: ['drawVectors'] },
  tex: { cost: 1.5, options: imageOptions },
  rst: { cost: 1.5, options: imageOptions },
  adoc: { cost: 1.5, options: imageOptions },
  org: { cost: 1.5, options: imageOptions },
  mediawiki: { cost: 2, options: imageOptions },
  docbook: { cost: 1.5, options: imageOptions },
  ipynb: { cost: 2 },
};

/** Between these LibreOffice keeps the look as well. */
const office = new Set<FormatId>(['docx', 'odt', 'rtf']);

export const edges: readonly Edge[] = listSides(readers).flatMap(([from, reader]) =>
  listSides(writers)
    // Markdown is written again in the common dialect; other formats would lose what Pandoc does not read.
    .filter(([to]) => (to !== from || to === 'md') && !(office.has(from) && office.has(to)))
    .map(
      ([to, writer]): Edge => ({
        from,
        to,
        cost: reader.cost + writer.cost,
        options: [...(reader.options ?? []), ...(writer.options ?? [])],
        asks: [...(reader.asks ?? []), ...(writer.asks ?? [])],
        ...(writer.options?.includes('images') && { instead: besideThePage }),
      }),
    ),
);
