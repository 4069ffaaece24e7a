import { JobFailure } from '../../contract/failure.ts';
import type { WarningId } from '../../contract/warnings.ts';
import { findAttribute, unescapeXml } from '../../markup/tags.ts';
import { type CellPicture, findPictureCells, readCellPictures } from './cell-pictures.ts';
import { makeFinder, readRelations, readTags } from './xlsx-package.ts';

const unifyBreaks = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/** Reads the text of an element, with its references and the characters that Office writes as _xHHHH_ resolved. */
export function readText(text: string): string {
  const said = unescapeXml(unifyBreaks(text));
  return said.includes('_x')
    ? said.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : said;
}

export interface XlsxSheet {
  name: string;
  hidden: boolean;
  part: string;
}
export interface XlsxBook {
  sheets: XlsxSheet[];
  /** True if days are counted from 1904, as on early Macs. */
  from1904: boolean;
  /** True if the workbook asks to be calculated when it is opened: programs that cannot calculate store 0 for every formula. */
  isUncalculated: boolean;
  strings?: string | undefined;
  /** The kind of number that each style shows. */
  kinds: (NumberKind | number)[];
  /** The pictures that are values of cells. */
  pictures: Map<string, CellPicture>;
}

export type NumberKind = 'number' | 'day' | 'clock' | 'duration';

/** A format of zeros only, such as 00000 for postal codes: what it shows is a code and not a quantity. */
const zeros = /^0{3,15}$/;

const getBuiltInKind = (id: number): NumberKind => {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58))
    return 'day';
  if (id === 46) return 'duration';
  return (id >= 18 && id <= 21) || id === 45 || id === 47 || (id >= 32 && id <= 35) ? 'clock' : 'number';
};

/**
 * Finds the kind of number that a format shows: a day, a time of day, hours that count on beyond a day, or a number.
 */
export function findKind(code: string): NumberKind {
  const [first = ''] = code.replace(/"[^"]*"?|\\.|_.|\*./g, '').split(';');
  if (/\[(h+|m+|s+)\]/i.test(first)) return 'duration';
  const letters = first.replace(/\[[^\]]*\]/g, '').replace(/general/gi, '');
  if (/[0#?]/.test(letters.replace(/[hms]\.?0+/gi, '')) && !/[ydhs]/i.test(letters)) return 'number';
  if (/[yd]|mmm|^[^hs]*m[^hs]*$/i.test(letters)) return 'day';
  return /[hs]/i.test(letters) ? 'clock' : 'number';
}

/** Reads the kinds of the cells' formats; a number is the count of digits of a code. */
async function readKinds(path: string, part: string): Promise<(NumberKind | number)[]> {
  const codes = new Map<number, string>();
  const kinds: (NumberKind | number)[] = [];
  let inCells = false;
  for (const { name, attributes } of await readTags(path, part)) {
    if (name === 'numFmt')
      codes.set(Number(findAttribute(attributes, 'numFmtId')), findAttribute(attributes, 'formatCode') ?? '');
    else if (name === 'cellXfs') inCells = true;
    else if (name === 'cellStyles' || name === 'dxfs' || name === 'cellStyleXfs') inCells = false;
    else if (name === 'xf' && inCells) {
      const id = Number(findAttribute(attributes, 'numFmtId') ?? 0);
      const code = codes.get(id);
      kinds.push(code === undefined ? getBuiltInKind(id) : zeros.test(code) ? code.length : findKind(code));
    }
  }
  return kinds;
}

/** Finds the kinds of objects on a sheet besides its cells. */
export async function findObjects(
  path: string,
  entries: readonly string[],
  part: string,
  pictures: XlsxBook['pictures'],
): Promise<WarningId[]> {
  const types = new Set((await readRelations(path, part, makeFinder(entries))).map(({ type }) => type));
  let hasPictures = false;
  for await (const _ of findPictureCells(path, part, pictures)) {
    hasPictures = true;
    break;
  }
  return [
    ...(types.has('comments') || types.has('threadedComment') ? (['comments_left_out'] as const) : []),
    ...(types.has('drawing') || hasPictures ? (['drawings_left_out'] as const) : []),
  ];
}

/** Finds the parts of a workbook; `entries` are the names in its zip. */
export async function openXlsx(path: string, entries: readonly string[]): Promise<XlsxBook> {
  const own = makeFinder(entries);
  const workbook = (await readRelations(path, '', own)).find(({ type }) => type === 'officeDocument')?.target;
  if (!workbook) throw new JobFailure('unreadable_input', 'xlsx: no workbook');
  const relations = await readRelations(path, workbook, own);
  const tags = await readTags(path, own(workbook));
  const sheets = tags
    .filter(tag => tag.name === 'sheet')
    .flatMap(({ attributes }): XlsxSheet[] => {
      const id = findAttribute(attributes, 'id');
      const relation = relations.find(each => each.id === id && each.type === 'worksheet');
      const state = findAttribute(attributes, 'state');
      return relation
        ? [
            {
              name: findAttribute(attributes, 'name') ?? '',
              hidden: state === 'hidden' || state === 'veryHidden',
              part: own(relation.target),
            },
          ]
        : [];
    });
  const isOn = (element: string, attribute: string): boolean => {
    const { attributes = '' } = tags.find(tag => tag.name === element) ?? {};
    return /^(1|true)$/.test(findAttribute(attributes, attribute) ?? '');
  };
  const findPart = (type: string) => relations.find(each => each.type === type)?.target;
  const [strings, styles] = [findPart('sharedStrings'), findPart('styles')];
  return {
    sheets,
    from1904: isOn('workbookPr', 'date1904'),
    isUncalculated: isOn('calcPr', 'fullCalcOnLoad'),
    strings: strings && own(strings),
    kinds: styles ? await readKinds(path, own(styles)) : [],
    pictures: await readCellPictures(path, entries),
  };
}
