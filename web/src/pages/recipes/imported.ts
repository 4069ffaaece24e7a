import type { Draft } from './draft.ts';

let imported: Draft | undefined;

/** Passes an imported recipe to the page that opens it. */
export function giveImported(draft: Draft): void {
  imported = draft;
}

export function takeImported(): Draft | undefined {
  const taken = imported;
  imported = undefined;
  return taken;
}
