import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Conversion } from '../../conversion.ts';
import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

/** Attributes (identifier, classes, pairs), alternative text, and the target with its title. */
type ImageContent = [[string, string[], [string, string][]], unknown, [string, string]];

/** Pixels for each CSS pixel, enough for print. */
const zoom = 3;
const cssPixelsPerInch = 96;

/** Replaces SVG pictures by PNG of the same size. */
export async function drawVectors(document: PandocDocument, { dir, aids }: Conversion): Promise<void> {
  const draw = aids?.drawVectors;
  if (!draw) return;
  const found = new Map<string, ImageContent[]>();
  for (const { t, c } of walkNodes(document.blocks)) {
    const content = c as ImageContent;
    if (t !== 'Image' || !/\.svg$/i.test(content[2][0])) continue;
    const path = resolve(dir, content[2][0]);
    found.set(path, [...(found.get(path) ?? []), content]);
  }
  if (!found.size) return;
  for (const [path, picture] of await draw([...found.keys()], zoom, dir)) {
    const width = (await readPngWidth(picture)) / zoom / cssPixelsPerInch;
    for (const content of found.get(path) ?? []) {
      const pairs = content[0][2];
      if (!pairs.some(([name]) => name === 'width' || name === 'height')) pairs.push(['width', `${width}in`]);
      content[2] = [picture, content[2][1]];
    }
  }
}

async function readPngWidth(path: string): Promise<number> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(24));
  return buffer.readUInt32BE(16);
}
