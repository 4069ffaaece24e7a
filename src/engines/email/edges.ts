import type { FormatId } from '../../formats/formats.ts';
import type { Edge } from '../conversion.ts';

/** The step writes attachments as further files if asked to. */
const attachments = { options: ['attachments'], many: { option: 'attachments', value: true } } as const;

export const edges: readonly Edge[] = [
  ...(['eml', 'msg', 'mbox', 'tnef'] satisfies FormatId[]).flatMap((from): Edge[] => [
    { from, to: 'html', cost: 1, ...attachments },
    { from, to: 'json', cost: 1, ...attachments },
  ]),
  { from: 'msg', to: 'eml', cost: 2 },
  { from: 'tnef', to: 'eml', cost: 2 },
  // Each message becomes a file.
  { from: 'mbox', to: 'eml', cost: 2, many: true },
];
