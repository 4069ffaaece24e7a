import { useSyncExternalStore } from 'react';

/** The service is asked this often whether it is there, so that an outage shows within three seconds. */
const checkMs = 2000;
/** A busy service may be slow, so it gets longer to answer. */
const maxAnswerMs = 6000;

let online = true;
const listeners = new Set<() => void>();

/** Whether the service could be reached the last time. Everything on the page that depends on it asks here. */
export const isOnline = (): boolean => online;

/** Calls the listener whenever the connection is lost or is back. Returns a function that stops this. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOnline = (): boolean => useSyncExternalStore(onConnectionChange, isOnline);

function setOnline(now: boolean): void {
  if (now === online) return;
  online = now;
  for (const listener of listeners) listener();
}

/** Reports that a request could not reach the service. */
export const reportLost = (): void => setOnline(false);

/** Asks the service for a sign of life. A proxy that answers in its place with 502 to 504 does not count. */
async function check(): Promise<boolean> {
  try {
    const { status } = await fetch(new URL('healthz', document.baseURI), {
      cache: 'no-store',
      signal: AbortSignal.timeout(maxAnswerMs),
    });
    return status < 502 || status > 504;
  } catch {
    return false;
  }
}

/** Watches the connection while the page is visible. */
export function watchConnection(): void {
  let timer: ReturnType<typeof setTimeout>;
  const run = async () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') setOnline(await check());
    clearTimeout(timer);
    timer = setTimeout(run, checkMs);
  };
  document.addEventListener('visibilitychange', run);
  window.addEventListener('online', run);
  window.addEventListener('offline', reportLost);
  void run();
}
