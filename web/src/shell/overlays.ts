/** The palette and the list of shortcuts are loaded on first use. */
const requests = new EventTarget();

type Overlay = 'palette' | 'shortcuts';
const open = (overlay: Overlay) => void requests.dispatchEvent(new Event(overlay));

export const openPalette = (): void => open('palette');
export const openShortcuts = (): void => open('shortcuts');

/** Whether the key goes into a text that somebody is typing. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function findOverlay(event: KeyboardEvent): Overlay | undefined {
  if (event.altKey) return undefined;
  const withControl = event.ctrlKey || event.metaKey;
  if (withControl && event.key.toLowerCase() === 'k') return 'palette';
  return event.key === '?' && !withControl && !isTyping(event) ? 'shortcuts' : undefined;
}

/** Calls back whenever the palette or the list of shortcuts is requested, by button or by key. */
export function onOverlay(listener: (overlay: Overlay) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    const overlay = findOverlay(event);
    if (!overlay) return;
    event.preventDefault();
    listener(overlay);
  };
  const onRequest = ({ type }: Event) => listener(type as Overlay);
  window.addEventListener('keydown', onKey);
  for (const overlay of ['palette', 'shortcuts']) requests.addEventListener(overlay, onRequest);
  return () => {
    window.removeEventListener('keydown', onKey);
    for (const overlay of ['palette', 'shortcuts']) requests.removeEventListener(overlay, onRequest);
  };
}
