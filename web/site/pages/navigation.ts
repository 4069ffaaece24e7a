import type { Page } from './page.ts';

export interface Group {
  title: string;
  pages: Page[];
  /** The groups below it, such as the families of job types. */
  groups?: Group[];
}

/** The order of the guides. A page that is not listed comes last, under "More". */
const order: Record<string, readonly string[]> = {
  'Get started': [
    'docs/README.md',
    'docs/quick-start.md',
    'docs/concepts.md',
    'docs/migrating.md',
    'README.md',
  ],
  'Use the API': [
    'docs/authentication.md',
    'docs/jobs.md',
    'docs/recipes.md',
    'docs/branching.md',
    'docs/batches.md',
    'docs/triggers.md',
    'docs/golden-files.md',
    'docs/urls.md',
    'docs/connections.md',
    'docs/outputs.md',
    'docs/webhooks.md',
    'docs/webhook-receivers.md',
    'docs/errors.md',
    'docs/idempotency.md',
    'docs/limits.md',
    'docs/plans.md',
    'docs/estimates.md',
    'docs/reuse.md',
    'docs/credits.md',
  ],
  Tools: [
    'client/README.md',
    'docs/command-line.md',
    'docs/mcp.md',
    'docs/workspace.md',
    'examples/README.md',
  ],
  Guides: [
    'docs/formats.md',
    'docs/documents.md',
    'docs/pdf.md',
    'docs/understanding.md',
    'docs/data.md',
    'docs/images.md',
    'docs/web-pages.md',
    'docs/mail.md',
    'docs/books.md',
    'docs/archives.md',
    'docs/media.md',
    'docs/audio.md',
    'docs/speech.md',
  ],
  Operate: [
    'docs/operators.md',
    'docs/deploying.md',
    'docs/settings.md',
    'docs/database.md',
    'docs/storage.md',
    'docs/backup.md',
    'docs/monitoring.md',
    'docs/runbooks.md',
    'docs/scaling.md',
    'docs/models.md',
    'docs/security.md',
    'docs/performance.md',
    'docs/peers.md',
  ],
  Inside: [
    'docs/architecture.md',
    'docs/queue.md',
    'docs/terms.md',
    'docs/corpus.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
  ],
};

/** Arranges all pages as they are listed beside each of them. */
export function arrangePages(guides: readonly Page[], jobTypes: Group): Group[] {
  const left = new Map(guides.map(page => [page.source, page]));
  const groups = Object.entries(order).map(([title, sources]) => ({
    title,
    pages: sources.flatMap(source => {
      const page = left.get(source);
      left.delete(source);
      return page ? [page] : [];
    }),
  }));
  const rest = [...left.values()];
  const decisions = rest.filter(({ source }) => source.startsWith('docs/decisions/'));
  const more = rest.filter(page => !decisions.includes(page));
  return [
    ...groups.slice(0, 2),
    jobTypes,
    ...groups.slice(2),
    ...(more.length > 0 ? [{ title: 'More', pages: more }] : []),
    { title: 'Decisions', pages: decisions },
  ];
}

/** Lists all pages in the order of reading. */
export const listPages = (groups: readonly Group[]): Page[] =>
  groups.flatMap(({ pages, groups: below = [] }) => [...pages, ...listPages(below)]);
