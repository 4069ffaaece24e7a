import { resolve, sep } from 'node:path';
import type { Conversion } from '../../conversion.ts';
import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

/** Attributes and alternative text, and the target with its title. */
type ImageContent = [unknown, unknown, [string, string]];

/** Replaces Windows drawings in an office document by pictures: no browser, book or print engine shows them. */
export async function drawMetafiles(
  document: PandocDocument,
  media: string,
  { dir, aids }: Conversion,
): Promise<void> {
  const draw = aids?.drawMetafiles;
  if (!draw) return;
  const found = new Map<string, ImageContent[]>();
  for (const { t, c } of walkNodes(document.blocks)) {
    const content = c as ImageContent;
    if (t !== 'Image' || !/\.[ew]mf$/i.test(content[2][0])) continue;
    const path = resolve(dir, content[2][0]);
    if (path.startsWith(media + sep)) found.set(path, [...(found.get(path) ?? []), content]);
  }
  if (!found.size) return;
  for (const [path, picture] of await draw([...found.keys()], dir))
    for (const content of found.get(path) ?? []) content[2] = [picture, content[2][1]];
}
