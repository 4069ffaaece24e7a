import { checkZip } from '../../containers/read-zip.ts';
import type { Beside } from './xlsx.ts';
import { makeFinder, readRelations } from './xlsx-package.ts';

const web = /^(?:https?|mailto|ftp):/i;
const formulaLink = /^\s*HYPERLINK\(\s*"([^"]+)"/i;
/** A link over more cells than this is on its first cell. */
const maxCells = 10_000;

/** Reads the addresses on the web that cells of a sheet link to, by row and column. */
export async function readLinks(
  path: string,
  part: string,
  { links, formulas }: Beside,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [key, { formula }] of formulas) {
    const address = formulaLink.exec(formula)?.[1];
    if (address && web.test(address)) found.set(key, address);
  }
  if (!links.length) return found;
  const relations = await readRelations(path, part, makeFinder(await checkZip(path)));
  const addresses = new Map(relations.map(relation => [relation.id, relation.address]));
  for (const { area, id } of links) {
    const address = addresses.get(id) ?? '';
    if (!web.test(address)) continue;
    const [rows, columns] = [area.endRow - area.startRow + 1, area.endCol - area.startCol + 1];
    const isSmall = rows * columns <= maxCells;
    for (let row = 0; row < (isSmall ? rows : 1); row++)
      for (let column = 0; column < (isSmall ? columns : 1); column++)
        found.set(`${area.startRow + row},${area.startCol + column}`, address);
  }
  return found;
}
