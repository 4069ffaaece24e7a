import { getStage, isConverting, needsAttention } from '../added-files/item.ts';
import { allItems, onItemsChange } from '../added-files/store.ts';
import { strings } from '../wording/strings.ts';

/** Whether the browser would still ask the person about notifications. */
export const mayAskToNotify = (): boolean =>
  'Notification' in window && Notification.permission === 'default';

/** Tells a person who looks at another window that all conversions have ended. */
export function watchForEnd(): void {
  let busy = false;
  onItemsChange(() => {
    const items = allItems();
    const wasBusy = busy;
    busy = items.some(isConverting);
    if (busy || !wasBusy || !document.hidden) return;
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const done = items.filter(item => getStage(item) === 'done').length;
    const body = strings.convert.batch.count(done, items.length, items.filter(needsAttention).length);
    const notification = new Notification(strings.convert.batch.ended, { body });
    notification.onclick = () => window.focus();
  });
}
