import { discardItems } from '../../added-files/add.ts';
import { offerUndo } from '../../undo/undo.tsx';
import { strings } from '../../wording/strings.ts';

/** The removals that the message on the page offers to undo. */
let offered: { count: number; restores: (() => void)[]; hide: () => void } | undefined;

/** Removes items from the list. One message offers to undo all removals that follow each other. */
export function removeItemsWithUndo(ids: string[]): void {
  const { count = 0, restores = [], hide } = offered ?? {};
  hide?.();
  const removal = { count: count + ids.length, restores: [...restores, discardItems(ids)], hide: () => {} };
  const undo = () => {
    for (const restore of removal.restores) restore();
  };
  const forget = () => {
    if (offered === removal) offered = undefined;
  };
  removal.hide = offerUndo(strings.convert.removed(removal.count), undo, forget);
  offered = removal;
}
