import type { Edge } from '../conversion.ts';

const options = ['pages', 'password', 'ocr', 'languages'] as const;

/** A PDF's content by the document model. The way to every other document goes through HTML. */
export const edges: readonly Edge[] = [
  { from: 'pdf', to: 'md', cost: 2, options },
  { from: 'pdf', to: 'html', cost: 2, options },
  { from: 'pdf', to: 'txt', cost: 2, options },
  { from: 'pdf', to: 'docx', cost: 2, options },
];
