/** The palette is loaded on first use. */
const opened = new EventTarget();

export const openPalette = (): void => {
  opened.dispatchEvent(new Event('open'));
};

/** Calls back whenever the palette is requested, by button or by key. */
export function onOpenPalette(listener: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    listener();
  };
  opened.addEventListener('open', listener);
  window.addEventListener('keydown', onKey);
  return () => {
    opened.removeEventListener('open', listener);
    window.removeEventListener('keydown', onKey);
  };
}
