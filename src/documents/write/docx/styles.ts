import type { Look, TextLook } from '../../model.ts';
import { nameFont } from './fonts.ts';
import { wordSpaces, xml } from './parts.ts';

/** The look of text where the document does not say it. */
const plain: TextLook = { font: '', size: 11, bold: false, colour: 0 };
const plainFont = 'Calibri';
const codeFont = 'Courier New';
/** Sizes of headings by level, in points. */
const headingSizes = [18, 15, 13, 12, 11, 11];
/** Sizes beyond these, in points, are those of slides and posters, or faults, and so are headings larger than the text by more than this. */
const [smallest, largest] = [6, 48];
const mostLarger = 3;
/** Colours lighter than this are for dark grounds, which are not kept, and darker ones are black. */
const [lightest, darkest] = [0xd0, 0x30];

const limitSize = (size: number): number => Math.min(largest, Math.max(smallest, size));

const writeFont = (name: string): string =>
  `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${name}" w:cs="${name}"/>`;

/** Writes a size, in half points. */
const writeSize = (size: number): string =>
  ['sz', 'szCs'].map(name => `<w:${name} w:val="${Math.round(2 * limitSize(size))}"/>`).join('');

function writeColour(colour: number): string {
  const parts = [colour >> 16, (colour >> 8) & 255, colour & 255];
  if (Math.min(...parts) > lightest || Math.max(...parts) < darkest) return '';
  return `<w:color w:val="${colour.toString(16).padStart(6, '0')}"/>`;
}

function writeHeadingStyle(at: number, { body, headings }: Look): string {
  const own = headings.get(at + 1);
  const look = own ?? {
    ...body,
    bold: true,
    size: Math.max(body.size, (headingSizes[at]! * body.size) / plain.size),
  };
  const font = own && nameFont(own.font);
  const properties = [
    font ? writeFont(font) : '',
    look.bold ? '<w:b/><w:bCs/>' : '',
    writeColour(look.colour),
    writeSize(Math.min(look.size, mostLarger * body.size)),
  ].join('');
  return `<w:style w:type="paragraph" w:styleId="Heading${at + 1}"><w:name w:val="heading ${at + 1}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="${360 - 40 * at}" w:after="120"/><w:outlineLvl w:val="${at}"/></w:pPr><w:rPr>${properties}</w:rPr></w:style>`;
}

const writePlainStyle = (id: string, name: string, properties: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/>${properties}</w:style>`;

/** Writes the styles of a Word file so that its text and headings look like those of the document. */
export function formatStyles(look: Look = { body: plain, headings: new Map() }): string {
  const { body } = look;
  const font = writeFont(nameFont(body.font) ?? plainFont);
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map(side => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
    .join('');
  return [
    `${xml}<w:styles ${wordSpaces}><w:docDefaults><w:rPrDefault><w:rPr>${font}${writeSize(body.size)}</w:rPr></w:rPrDefault>`,
    '<w:pPrDefault><w:pPr><w:spacing w:after="100" w:line="240" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>',
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
    ...headingSizes.map((_, at) => writeHeadingStyle(at, look)),
    writePlainStyle('ListParagraph', 'List Paragraph', '<w:pPr><w:contextualSpacing/></w:pPr>'),
    writePlainStyle('Caption', 'caption', `<w:rPr><w:i/>${writeSize(body.size - 1)}</w:rPr>`),
    writePlainStyle('FootnoteText', 'footnote text', `<w:rPr>${writeSize(body.size - 2)}</w:rPr>`),
    writePlainStyle(
      'SourceCode',
      'Source Code',
      `<w:pPr><w:spacing w:after="0"/></w:pPr><w:rPr>${writeFont(codeFont)}${writeSize(body.size - 1.5)}</w:rPr>`,
    ),
    '<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>',
    '<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>',
    `<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:pPr><w:spacing w:before="40" w:after="40"/></w:pPr><w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr></w:style></w:styles>`,
  ].join('');
}
