import { asksForCalculation } from '../../spreadsheet/engine.ts';
import { readPart, repackZip } from '../repack.ts';

/** The sheets are changed in memory: above this size LibreOffice gets the workbook as it is. */
const maxBytes = 64 * 1024 * 1024;

/** Functions whose results fill several cells, none of which LibreOffice knows. */
const unknown =
  /_xl(?:fn|ws)\.(?:ANCHORARRAY|BYCOL|BYROW|CHOOSECOLS|CHOOSEROWS|DROP|EXPAND|FILTER|GROUPBY|HSTACK|LAMBDA|LET|MAKEARRAY|MAP|PIVOTBY|RANDARRAY|REDUCE|SCAN|SEQUENCE|SORT|SORTBY|TAKE|TEXTSPLIT|TOCOL|TOROW|UNIQUE|VSTACK|WRAPCOLS|WRAPROWS|XLOOKUP|XMATCH)\(/;
/** Links, and the pictures that WPS Office shows in cells. */
const kept = /\b(?:HYPERLINK|DISPIMG)\(/i;

/** A cell's formula, before its last value. */
const calculated =
  /(<(?:\w+:)?c(?:\s[^<>]*)?>\s*)<((?:\w+:)?)f(\s[^<>]*)?(?:\/>|>([^<]*)<\/\2f>)\s*(?=<\2v(?:\s[^<>]*)?>([^<]+))/g;

/**
 * The formulas to replace. `all`: every formula but links and pictures. `unknown`: those that LibreOffice would calculate to an error.
 * `unknown_with_value`: those of them with a value other than 0, which programs that cannot calculate store for every formula.
 */
type Replaced = 'all' | 'unknown' | 'unknown_with_value';

/** Replaces formulas in a sheet's XML by their last values. */
export function replaceFormulas(sheet: string, replaced: Replaced): string {
  let isShared = false;
  const valued = sheet.replace(
    calculated,
    (cell, opening: string, _, attributes = '', formula = '', value) => {
      if (replaced === 'all' ? kept.test(formula) : !unknown.test(formula)) return cell;
      if (replaced === 'unknown_with_value' && value === '0') return cell;
      isShared ||= attributes.includes('shared');
      return opening;
    },
  );
  // A formula that has no value yet may be one that others share.
  return isShared && /<(?:\w+:)?f\s[^<>]*shared/.test(valued) ? sheet : valued;
}

/**
 * Replaces formulas by their last values: LibreOffice recalculates volatile functions (NOW, RAND, OFFSET) and arrays,
 * whatever it is told.
 */
export async function replaceXlsxFormulas(
  path: string,
  entries: string[],
  everywhere: boolean,
  dir: string,
): Promise<string> {
  const parts = new Map<string, Buffer>();
  let left = maxBytes;
  const isUncalculated = await asksForCalculation(path, entries);
  const replaced = isUncalculated ? 'unknown_with_value' : everywhere ? 'all' : 'unknown';
  for (const name of entries) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/i.test(name)) continue;
    const bytes = await readPart(path, name, left);
    if (!bytes) return path;
    left -= bytes.length;
    // Sheets that are not UTF-8 are mostly not sheets at all, and are left for LibreOffice to read.
    if (bytes[0] !== 0x3c && bytes[0] !== 0xef) continue;
    const text = bytes.toString('utf8');
    const valued = replaceFormulas(text, replaced);
    if (valued !== text) parts.set(name, Buffer.from(valued));
  }
  return parts.size ? repackZip(path, entries, parts, dir) : path;
}
