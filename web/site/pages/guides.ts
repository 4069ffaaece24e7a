import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainText } from '../render/markdown.ts';
import type { Page } from './page.ts';

/** Files outside `docs` that are pages too. */
const others = ['README.md', 'client/README.md', 'examples/README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'];

/** Titles for pages whose own heading does not say enough in a list. */
const titles: Record<string, string> = {
  'docs/README.md': 'Welcome',
  'README.md': 'Overview',
  'client/README.md': 'JavaScript client',
};

/** Returns the first paragraph as one line. */
const findSummary = (markdown: string): string =>
  plainText(/^# .*\n+([^#`|<\n-][\s\S]*?)(\n\n|$)/.exec(markdown)?.[1] ?? '').replaceAll(/\s+/g, ' ');

/** Reads the guides, which are written by hand. */
export function readGuides(root: string): Page[] {
  const sources = [...globSync('docs/**/*.md', { cwd: root }).sort(), ...others];
  return sources.map(source => {
    const markdown = readFileSync(join(root, source), 'utf8');
    const title = titles[source] ?? plainText(/^# (.+)$/m.exec(markdown)?.[1] ?? source);
    return { source, title, summary: findSummary(markdown), markdown };
  });
}
