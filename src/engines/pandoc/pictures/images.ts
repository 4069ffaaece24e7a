import { readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { type Node, type PandocDocument, walkNodes } from '../syntax-tree.ts';

/** Attributes, alternative text, and the target with its title. */
type ImageContent = [unknown, unknown[], [string, string]];

export interface SettledImages {
  /** The pictures that are written next to the page. */
  files: ImageFile[];
  /** True if a picture that the document only refers to became a link. */
  isIncomplete: boolean;
}

export interface ImageFile {
  /** The name of the file next to the page. */
  name: string;
  path: string;
}

const mediaTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  emf: 'image/emf',
  wmf: 'image/wmf',
};
const findExtension = (type: string): string =>
  Object.entries(mediaTypes).find(([, known]) => known === type)?.[0] ?? 'bin';

async function findImageFile(
  target: string,
  media: string,
  dir: string,
  index: number,
): Promise<string | undefined> {
  const [head, type] = /^data:([\w/+.-]+)(?:;[\w=-]+)*;base64,/.exec(target) ?? [];
  if (head && type) {
    const path = join(dir, `inline-${index}.${findExtension(type)}`);
    await writeFile(path, Buffer.from(target.slice(head.length), 'base64'));
    return path;
  }
  const path = resolve(dir, target);
  const inside = path.startsWith(media + sep) && (await stat(path).catch(() => undefined))?.isFile();
  return inside ? path : undefined;
}

/** Metadata that the writers of books and slides take for files to read. */
const namesFiles = ['cover-image', 'css', 'stylesheet', 'background-image'];

/** Removes sources from markup that the writer of books passes on: it would read them and carry them along. */
const removeSources = (markup: string): string =>
  markup.replace(/(src|poster)(\s*=)(?!\s*["']?data:)/gi, 'data-outside-$1$2');

/**
 * Resolves every image before Pandoc writes the document. An image that came with the document is embedded, written next to the
 * page, or named as a file. Any other reference becomes text in a page and a link in other formats, so that it is not fetched.
 */
export async function settleImages(
  document: PandocDocument,
  media: string,
  dir: string,
  manner: 'embedded' | 'beside' | 'files',
  refersToOthers = manner !== 'files',
): Promise<SettledImages> {
  const files = new Map<string, ImageFile>();
  let index = 0;
  let isIncomplete = false;
  if (manner === 'files') for (const name of namesFiles) delete document.meta[name];
  for (const node of walkNodes([document.blocks, document.meta])) {
    if (manner === 'files' && (node.t === 'RawInline' || node.t === 'RawBlock')) {
      const [format, markup] = node.c as [string, string];
      node.c = [format, removeSources(markup)];
    }
    // A heading may have a picture that is shown behind a slide.
    if (node.t === 'Header') {
      const [, attributes] = node.c as [number, [string, string[], [string, string][]]];
      attributes[2] = attributes[2].filter(([name]) => !name.endsWith('background-image'));
    }
    if (node.t !== 'Image') continue;
    const [attributes, alternative, [target, title]] = node.c as ImageContent;
    const path = await findImageFile(target, media, dir, index++);
    if (!path) {
      // A page may name a picture that it does not carry; the other writers would fetch it.
      if (refersToOthers) continue;
      isIncomplete = true;
      node.t = 'Link';
      node.c = [attributes, alternative.length ? alternative : [{ t: 'Str', c: target }], [target, title]];
    } else if (manner === 'embedded') {
      const type = mediaTypes[extname(path).slice(1).toLowerCase()] ?? 'application/octet-stream';
      node.c = [
        attributes,
        alternative,
        [`data:${type};base64,${(await readFile(path)).toString('base64')}`, title],
      ];
    } else if (manner === 'beside') {
      const name = `media/${relative(path.startsWith(media) ? media : dir, path).replace(/^media\//, '')}`;
      files.set(path, { name, path });
      node.c = [attributes, alternative, [name, title]];
      // Pandoc adds a picture for programs that show no SVG only to one with a relative path.
    } else node.c = [attributes, alternative, [relative(dir, path), title]];
  }
  return { files: [...files.values()], isIncomplete };
}

export const hasImages = ({ blocks, meta }: PandocDocument): boolean =>
  [...walkNodes([blocks, meta])].some(({ t }) => t === 'Image');

/** Puts the alternative text in the place of each image. */
export function dropImages(document: PandocDocument): void {
  for (const node of walkNodes([document.blocks, document.meta])) {
    if (node.t !== 'Image') continue;
    const [attributes, alternative] = node.c as ImageContent;
    node.t = 'Span';
    node.c = [attributes, alternative];
  }
}

const isSpan = (item: unknown): boolean => (item as Node | null)?.t === 'Span';

/** Unwraps spans: office files are full of marks, languages and directions, and Markdown shows them as HTML. */
export function dropSpans(document: PandocDocument): void {
  const open: unknown[] = [document.blocks];
  while (open.length) {
    const next = open.pop();
    if (Array.isArray(next)) {
      for (let at = next.findIndex(isSpan); at >= 0; at = next.findIndex(isSpan))
        next.splice(at, 1, ...((next[at] as Node).c as [unknown, unknown[]])[1]);
      for (const item of next) open.push(item);
    } else if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
}
