/** What public/first.js goes by at the next load. */
const storageKey = 'filemill.first';

/** Somebody is here, with files on Convert or none: the frame that shows them is painted at once next time. */
export function keepFirstLook(files: number): void {
  localStorage.setItem(storageKey, files === 0 ? 'empty' : 'busy');
}

/** Nobody is signed in: the next thing seen is no page of the shell. */
export function forgetFirstLook(): void {
  localStorage.removeItem(storageKey);
}
