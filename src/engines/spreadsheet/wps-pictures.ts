import { findAttribute, unescapeXml } from '../../markup/tags.ts';
import { readRelations, readTags } from './xlsx-package.ts';

const part = 'xl/cellimages.xml';

/** Reads the pictures that WPS Office shows in cells and their descriptions, by the names in the cells' formulas. */
export async function readWpsPictures(
  path: string,
  entries: readonly string[],
  own: (part: string) => string,
): Promise<[string, { part: string; text: string }][]> {
  if (!entries.includes(own(part))) return [];
  const relations = await readRelations(path, part, own);
  const pictures: [string, { part: string; text: string }][] = [];
  let named = { name: '', text: '' };
  for (const { name, attributes } of await readTags(path, own(part))) {
    if (name === 'cNvPr')
      named = {
        name: findAttribute(attributes, 'name') ?? '',
        text: findAttribute(attributes, 'descr') ?? '',
      };
    const id = name === 'blip' ? findAttribute(attributes, 'embed') : undefined;
    const target = id && relations.find(relation => relation.id === id)?.target;
    if (target && entries.includes(own(target)))
      pictures.push([named.name, { part: own(target), text: named.text }]);
  }
  return pictures;
}

/** Returns the name of the picture that a formula of WPS Office shows in its cell. */
export const findWpsName = (formula: string): string | undefined =>
  /^(?:_xlfn\.)?DISPIMG\(\s*"([^"]+)"/i.exec(unescapeXml(formula))?.[1];
