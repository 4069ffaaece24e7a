/** One page of the documentation, as Markdown. */
export interface Page {
  /** The Markdown file in the repository, or the place it would have. Relative links start here. */
  source: string;
  title: string;
  /** One sentence, for search results and lists. */
  summary: string;
  markdown: string;
  /** Files of the repository that it shows, which are copied to `files/`. */
  files?: readonly string[];
}

/** The sources whose pages have another name than their file. */
const named: Record<string, string> = {
  'README.md': 'overview.html',
  'CHANGELOG.md': 'changelog.html',
  'CONTRIBUTING.md': 'contributing.html',
  'client/README.md': 'client.html',
  'examples/README.md': 'examples.html',
  'docs/README.md': 'index.html',
};

/** Returns the path of a page below `/docs/`, or undefined if the file is not a page. */
export function findPath(source: string): string | undefined {
  if (named[source]) return named[source];
  return source.startsWith('docs/') && source.endsWith('.md')
    ? source.slice('docs/'.length).replace(/\.md$/, '.html')
    : undefined;
}
