import { zip } from '../../../lists.ts';
import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

interface Block {
  t: string;
  c: unknown;
}
type ReadHtml = (html: string) => Promise<PandocDocument>;

/** The separator between one piece of HTML and the next, in letters that no text has. */
const border = '\ue0f3\ue0f7';

const isHtml = ({ t, c }: Block, kind: string): boolean => t === kind && (c as [string])[0] === 'html';
function isBorder(block: unknown): boolean {
  const { t, c } = block as Block;
  return (t === 'Para' || t === 'Plain') && ((c as Block[])[0]?.c as unknown) === border;
}

/** Reads the blocks of each piece; undefined if one leaves an element open that takes in the next. */
async function readPieces(pieces: string[], read: ReadHtml): Promise<unknown[][] | undefined> {
  const { blocks } = await read(pieces.join(`\n<p>${border}</p>\n`));
  let part: unknown[] = [];
  const parts = [part];
  for (const block of blocks) {
    if (isBorder(block)) {
      part = [];
      parts.push(part);
    } else part.push(block);
  }
  return parts.length === pieces.length ? parts : undefined;
}

/**
 * Converts HTML within Markdown for formats that are not HTML, whose writers leave it out: the centred heads, tables
 * and folded parts of many a README, and the line breaks in its tables.
 */
export async function readRawHtml(document: PandocDocument, read: ReadHtml): Promise<void> {
  const raw: Block[] = [];
  for (const node of walkNodes(document.blocks)) {
    if (isHtml(node, 'RawInline') && /^<br\b/i.test((node.c as [string, string])[1])) {
      node.t = 'LineBreak';
      delete (node as Partial<Block>).c;
    } else if (isHtml(node, 'RawBlock')) raw.push(node);
  }
  const pieces = raw.map(({ c }) => (c as [string, string])[1]);
  if (!pieces.some(piece => /[^\s>][^<>]*<\/|<img\b/i.test(piece))) return;
  const parts = await readPieces(pieces, read);
  if (!parts) return;
  for (const [node, blocks] of zip(raw, parts)) {
    node.t = 'Div';
    node.c = [['', [], []], blocks];
  }
}
