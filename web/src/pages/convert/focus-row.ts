/** Focuses an element that the next frame shows. */
const focusNext = (selector: string): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
};

/** Moves the focus to a row whose conversion was started, because the button that started it may be gone. */
export const focusRow = (id: string): void => focusNext(`[data-row="${id}"]`);

/** Moves the focus to the button that removes the row after the removed ones, otherwise to the one before, or to the drop zone. */
export function focusBeside(rows: string[], removed: string[]): void {
  const last = Math.max(...removed.map(id => rows.indexOf(id)));
  const isLeft = (id: string) => !removed.includes(id);
  const beside = rows.slice(last + 1).find(isLeft) ?? rows.findLast(isLeft);
  focusNext(beside === undefined ? '[data-drop] button' : `[data-row="${beside}"] [data-remove]`);
}
