/** The storage key that public/first.js reads at the next load. */
const storageKey = 'filemill.first';

/**
 * Remembers that somebody is signed in, with or without files on Convert, so that the first frame is shown next time.
 */
export function keepFirstLook(files: number): void {
  localStorage.setItem(storageKey, files === 0 ? 'empty' : 'busy');
}

/** Forgets it, because the next page is the sign-in. */
export function forgetFirstLook(): void {
  localStorage.removeItem(storageKey);
}
