import type { Edge } from '../conversion.ts';

const options = ['pages', 'password', 'ocr', 'languages'] as const;

/**
 * A PDF's content by the document model. The way to every other document goes through HTML. Costs are such that no other document
 * becomes a PDF on its way, which says less of its structure.
 */
export const edges: readonly Edge[] = [
  { from: 'pdf', to: 'md', cost: 5, options },
  { from: 'pdf', to: 'html', cost: 4, options },
  { from: 'pdf', to: 'txt', cost: 8, options },
  { from: 'pdf', to: 'docx', cost: 5, options },
];
