import type { KeyboardEvent } from 'react';

const reachable = 'a[href], button:not([disabled])';
/** These elements use the arrow keys themselves. */
const ownArrows = 'input, select, textarea, [role=combobox], [role=menuitem], [aria-haspopup=menu]';

/** The arrow keys move the focus to the same element of the next row. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const focused = event.target as HTMLElement;
  if (step === undefined || focused.matches(ownArrows)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr, li')]
    .map(row => [...row.querySelectorAll<HTMLElement>(reachable)])
    .filter(row => row.length > 0);
  const from = rows.findIndex(row => row.includes(focused));
  const next = rows[from + step];
  if (from < 0 || !next) return;
  event.preventDefault();
  next[Math.min(rows[from]!.indexOf(focused), next.length - 1)]!.focus();
}
