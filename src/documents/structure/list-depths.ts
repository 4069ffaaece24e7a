import { type Block, isFurniture, type ListItem } from '../model.ts';

/** The places at which a block and the text after its mark begin, on the page as it is read. */
export interface Start {
  left: number;
  text: number;
}

/** Places that differ by less than this, in points, are one. */
const near = 6;
/** An item this much further to the right, in points, stands in another column. */
const otherColumn = 200;

/** Returns true if a paragraph stands under the words of an item, not under its mark. */
function standsUnder(block: Block, item: ListItem, starts: ReadonlyMap<Block, Start>): boolean {
  const [start, own] = [starts.get(block), starts.get(item)];
  return (
    start !== undefined &&
    own !== undefined &&
    block.places[0]?.page === item.places[0]?.page &&
    Math.abs(start.left - own.text) < near / 2
  );
}

/**
 * Returns true if two items are equally deep: their marks may be aligned on the left or on the right, so that
 * either these or their texts begin at the same position.
 */
const isLevel = (a: Start, b: Start): boolean =>
  Math.abs(a.left - b.left) < near || Math.abs(a.text - b.text) < near;

/** Sets the depth of each list item by its indentation. */
export function setDepths(blocks: Block[], starts: ReadonlyMap<Block, Start>): Block[] {
  let open: Start[] = [];
  let item: ListItem | undefined;
  for (const block of blocks) {
    if (block.kind !== 'list-item') {
      if (block.kind === 'heading' || block.kind === 'table') open = [];
      if (item && block.kind === 'paragraph' && standsUnder(block, item, starts))
        block.depth = item.depth + 1;
      else if (!isFurniture(block)) item = undefined;
      continue;
    }
    item = block;
    const start = starts.get(block) ?? { left: 0, text: 0 };
    const level = open.findLastIndex(each => isLevel(each, start));
    if (level >= 0) open = open.slice(0, level + 1);
    else open = [...open.filter(each => each.left < start.left), start];
    if (open.length > 1 && start.left - open[0]!.left > otherColumn) open = [start];
    block.depth = open.length - 1;
  }
  return blocks;
}
