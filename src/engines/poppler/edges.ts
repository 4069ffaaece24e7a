import type { Edge } from '../conversion.ts';
import type { OptionName } from '../conversion-options.ts';

const imageOptions: OptionName[] = ['pages', 'dpi', 'width', 'password'];

export const edges: readonly Edge[] = [
  // The text as it stands on the page; PDFium reads it in order, and is taken unless this is asked for.
  { from: 'pdf', to: 'txt', cost: 10, options: ['pages', 'layout', 'password', 'ocr', 'languages'] },
  { from: 'pdf', to: 'png', cost: 2, options: imageOptions, many: true, isFinish: true },
  ...(['jpeg', 'webp', 'avif'] as const).map(
    (to): Edge => ({
      from: 'pdf',
      to,
      cost: 2,
      options: [...imageOptions, 'quality'],
      many: true,
      isFinish: true,
    }),
  ),
];
