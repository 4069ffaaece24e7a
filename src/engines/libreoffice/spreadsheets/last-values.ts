import { partOf, repacked } from '../repack.ts';

/** What is put right is held in memory: beyond this LibreOffice gets the workbook as it is. */
const mostBytes = 64 * 1024 * 1024;

/** Functions whose results fill several cells, none of which LibreOffice knows. */
const unknown =
  /_xl(?:fn|ws)\.(?:ANCHORARRAY|BYCOL|BYROW|CHOOSECOLS|CHOOSEROWS|DROP|EXPAND|FILTER|GROUPBY|HSTACK|LAMBDA|LET|MAKEARRAY|MAP|PIVOTBY|RANDARRAY|REDUCE|SCAN|SEQUENCE|SORT|SORTBY|TAKE|TEXTSPLIT|TOCOL|TOROW|UNIQUE|VSTACK|WRAPCOLS|WRAPROWS|XLOOKUP|XMATCH)\(/;
const link = /\bHYPERLINK\(/i;

/** A cell's formula, before its last value. */
const calculated =
  /(<(?:\w+:)?c(?:\s[^<>]*)?>\s*)<((?:\w+:)?)f(\s[^<>]*)?(?:\/>|>([^<]*)<\/\2f>)\s*(?=<\2v(?:\s[^<>]*)?>[^<])/g;

/**
 * A sheet's XML with the last values of its formulas in their place: of all that are no links where `everywhere`; else
 * of those LibreOffice would calculate to an error.
 */
export function lastValues(sheet: string, everywhere: boolean): string {
  let isShared = false;
  const valued = sheet.replace(calculated, (cell, opening: string, _, attributes = '', formula = '') => {
    if (everywhere ? link.test(formula) : !unknown.test(formula)) return cell;
    isShared ||= attributes.includes('shared');
    return opening;
  });
  // A formula that has no value yet may be one that others share.
  return isShared && /<(?:\w+:)?f\s[^<>]*shared/.test(valued) ? sheet : valued;
}

/** LibreOffice calculates what changes by itself (NOW, RAND, OFFSET) and arrays, whatever it is told. */
export async function withLastValues(
  path: string,
  entries: string[],
  everywhere: boolean,
  dir: string,
): Promise<string> {
  const parts = new Map<string, Buffer>();
  let left = mostBytes;
  for (const name of entries) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/i.test(name)) continue;
    const bytes = await partOf(path, name, left);
    if (!bytes) return path;
    left -= bytes.length;
    // Most sheets that are not UTF-8 are none at all: those are LibreOffice's to read.
    if (bytes[0] !== 0x3c && bytes[0] !== 0xef) continue;
    const text = bytes.toString('utf8');
    const valued = lastValues(text, everywhere);
    if (valued !== text) parts.set(name, Buffer.from(valued));
  }
  return parts.size ? repacked(path, entries, parts, dir) : path;
}
