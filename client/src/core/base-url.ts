import { FilemillError } from './errors.ts';

/** Returns the base URL of all paths: as given if it has a path, otherwise with the default path on that server. */
export function readBaseUrl(given: string | undefined, usualPath: string): string {
  const origin = (globalThis as { location?: { origin?: string } }).location?.origin;
  const text = given ?? origin;
  if (text === undefined || !URL.canParse(text, origin))
    throw new FilemillError(
      'invalid_input',
      `baseUrl must be the address of the service, for example "http://127.0.0.1:3001${usualPath}".`,
    );
  const url = new URL(text, origin);
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path === '' ? usualPath : path);
}
