import type { PageSpan } from '../../engines/page-spans.ts';

export { type PageSpan, parsePages } from '../../engines/page-spans.ts';

export const everyPage: readonly PageSpan[] = [[1, -1]];
