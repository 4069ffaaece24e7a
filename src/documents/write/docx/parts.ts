/** The parts of a Word file that do not depend on its content. */

export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const wordSpaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const contentTypes = `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="${types}.numbering+xml"/><Override PartName="/word/footnotes.xml" ContentType="${types}.footnotes+xml"/></Types>`;

export const packageRelations = `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`;

export interface Relation {
  id: string;
  kind: 'hyperlink' | 'image';
  target: string;
}

export function formatRelations(relations: readonly Relation[], escapeXml: (text: string) => string): string {
  const fixed = ['styles', 'numbering', 'footnotes'].map(
    name => `<Relationship Id="${name}" Type="${relation}/${name}" Target="${name}.xml"/>`,
  );
  const own = relations.map(
    ({ id, kind, target }) =>
      `<Relationship Id="${id}" Type="${relation}/${kind}" Target="${escapeXml(target)}"${kind === 'hyperlink' ? ' TargetMode="External"' : ''}/>`,
  );
  return `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[...fixed, ...own].join('')}</Relationships>`;
}

const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const writeLevel = (at: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 * (at + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;

/** The numbers of the lists that count, by how they count. */
export const countings = { bullet: 0, decimal: 1, lowerLetter: 2, upperLetter: 3, lowerRoman: 4 } as const;
export type Counting = keyof typeof countings;

export interface NumberedList {
  counting: Counting;
  level: number;
  start: number;
}

export function formatNumbering(lists: readonly NumberedList[]): string {
  const abstract = Object.entries(countings).map(
    ([format, id]) =>
      `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.map(at => writeLevel(at, format, format === 'bullet' ? '•' : `%${at + 1}.`)).join('')}</w:abstractNum>`,
  );
  const own = lists.map(
    ({ counting, level: at, start }, index) =>
      `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${countings[counting]}"/>${counting === 'bullet' ? '' : `<w:lvlOverride w:ilvl="${at}"><w:startOverride w:val="${start}"/></w:lvlOverride>`}</w:num>`,
  );
  return `${xml}<w:numbering ${wordSpaces}>${abstract.join('')}${own.join('')}</w:numbering>`;
}

export const formatFootnotes = (notes: readonly string[]): string =>
  `${xml}<w:footnotes ${wordSpaces}><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>${notes.map((note, at) => `<w:footnote w:id="${at + 1}">${note}</w:footnote>`).join('')}</w:footnotes>`;

export const formatDocument = (body: string): string =>
  `${xml}<w:document ${wordSpaces}><w:body>${body}</w:body></w:document>`;
