import { openEntry } from '../../containers/read-zip.ts';
import { findAttribute, unescapeXml, walkTags } from '../../markup/tags.ts';
import { findWpsName, readWpsPictures } from './wps-pictures.ts';
import { makeFinder, readRelations, readTags } from './xlsx-package.ts';

/** A picture that is the value of a cell, as Excel and WPS Office place it "in cell". */
export interface CellPicture {
  part: string;
  /** The description that its author gave it. */
  text: string;
}

const folder = 'xl/richData';
const values = `${folder}/rdrichvalue.xml`;
const relationKey = '_rvRel:LocalImageIdentifier';

/** Reads which rich value each number in `vm` of a cell means; that attribute counts from 1. */
async function readNumbers(path: string, part: string): Promise<(number | undefined)[]> {
  const types: string[] = [];
  const rich: number[] = [];
  const numbers: (number | undefined)[] = [];
  let section = '';
  for (const { name, attributes } of await readTags(path, part)) {
    const number = (attribute: string) => Number(findAttribute(attributes, attribute) ?? Number.NaN);
    if (name === 'metadataType') types.push(findAttribute(attributes, 'name') ?? '');
    else if (name === 'futureMetadata') section = findAttribute(attributes, 'name') ?? '';
    else if (name === 'cellMetadata' || name === 'valueMetadata') section = name;
    else if (name === 'rvb' && section === 'XLRICHVALUE') rich.push(number('i'));
    else if (name === 'rc' && section === 'valueMetadata')
      numbers.push(types[number('t') - 1] === 'XLRICHVALUE' ? rich[number('v')] : undefined);
  }
  return numbers;
}

/** Reads the structures of rich values, each as the names of its fields. */
async function readStructures(path: string, part: string): Promise<string[][]> {
  const structures: string[][] = [];
  for (const { name, attributes } of await readTags(path, part)) {
    if (name === 's') structures.push([]);
    else if (name === 'k') structures.at(-1)?.push(findAttribute(attributes, 'n') ?? '');
  }
  return structures;
}

/** Reads the rich values, each with its structure and the texts of its fields. */
async function readValues(path: string, part: string): Promise<{ structure: number; fields: string[] }[]> {
  const found: { structure: number; fields: string[] }[] = [];
  for (const { name, attributes, ends, text } of await readTags(path, part, true)) {
    if (name === 'rv' && !ends)
      found.push({ structure: Number(findAttribute(attributes, 's') ?? 0), fields: [] });
    else if (name === 'v' && ends) found.at(-1)?.fields.push(unescapeXml(text));
  }
  return found;
}

/** Reads the pictures that are values of cells, by the number in `vm` of a cell, or the name in its formula. */
export async function readCellPictures(
  path: string,
  entries: readonly string[],
): Promise<Map<string, CellPicture>> {
  const own = makeFinder(entries);
  const pictures = new Map(await readWpsPictures(path, entries, own));
  if (!entries.includes(own(values))) return pictures;
  const structures = await readStructures(path, own(`${folder}/rdrichvaluestructure.xml`));
  const rich = await readValues(path, own(values));
  const listed = (await readTags(path, own(`${folder}/richValueRel.xml`)))
    .filter(({ name }) => name === 'rel')
    .map(({ attributes }) => findAttribute(attributes, 'id'));
  const relations = await readRelations(path, `${folder}/richValueRel.xml`, own);
  for (const [index, number] of (await readNumbers(path, own('xl/metadata.xml'))).entries()) {
    const value = number === undefined ? undefined : rich[number];
    const keys = (value && structures[value.structure]) ?? [];
    const place = keys.indexOf(relationKey);
    if (!value || place < 0) continue;
    const target = relations.find(({ id }) => id === listed[Number(value.fields[place])])?.target;
    const text = value.fields[keys.indexOf('Text')] ?? '';
    if (target && entries.includes(own(target))) pictures.set(`${index + 1}`, { part: own(target), text });
  }
  return pictures;
}

/** Finds the cells of a sheet that are pictures. */
export async function* findPictureCells(
  path: string,
  part: string,
  pictures: ReadonlyMap<string, CellPicture>,
): AsyncGenerator<CellPicture & { cell: string }> {
  const chunks = pictures.size ? await openEntry(path, part) : undefined;
  if (!chunks) return;
  let cell: string | undefined;
  yield* walkTags(chunks, ({ name, attributes, ends, text }) => {
    if (name === 'c' && !ends) cell = findAttribute(attributes, 'r');
    const key =
      name === 'f' && ends
        ? findWpsName(text)
        : name === 'c' && !ends && attributes.includes('vm')
          ? findAttribute(attributes, 'vm')
          : undefined;
    const picture = key === undefined ? undefined : pictures.get(key);
    return picture && cell !== undefined ? { ...picture, cell } : undefined;
  });
}
