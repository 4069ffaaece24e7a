/** The parts of Pandoc's syntax tree that are used here. */
export interface PandocDocument {
  meta: Record<string, unknown>;
  blocks: unknown[];
}
export interface Node {
  t: string;
  c: unknown;
}

/** Yields every object of the tree, without recursion: a document may nest deeper than the stack. */
export function* walkNodes(root: unknown): Generator<Node> {
  const open: unknown[] = [root];
  while (open.length) {
    const next = open.pop();
    if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (typeof next === 'object' && next !== null) {
      if (typeof (next as Node).t === 'string') yield next as Node;
      for (const value of Object.values(next)) open.push(value);
    }
  }
}
