import { posix } from 'node:path';

/**
 * Tells whether a path matches a pattern. As in `.gitignore`, a pattern without a slash may match any part of the path, and
 * one that matches a folder matches everything in it.
 */
function matchesPattern(path: string, pattern: string): boolean {
  const parts = path.split('/');
  const whole = pattern.replace(/^\/+|\/+$/g, '');
  if (!pattern.replace(/\/+$/, '').includes('/')) return parts.some(part => posix.matchesGlob(part, whole));
  return parts.some((_, at) => posix.matchesGlob(parts.slice(0, at + 1).join('/'), whole));
}

export interface Patterns {
  include?: readonly string[];
  exclude?: readonly string[];
}

export const isChosen = (path: string, { include, exclude = [] }: Patterns): boolean =>
  (include === undefined || include.some(pattern => matchesPattern(path, pattern))) &&
  !exclude.some(pattern => matchesPattern(path, pattern));
