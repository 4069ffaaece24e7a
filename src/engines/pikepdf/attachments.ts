import type { PdfInput, PdfMade } from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

/** An attachment as the caller reads about it. */
export interface DescribedAttachment {
  name: string;
  bytes: number | null;
  description: string | null;
  contentType: string | null;
  relationship: string | null;
  created: string | null;
  modified: string | null;
  /** The page with the mark that shows it; null for a file of the whole document. */
  page: number | null;
}

interface OfOne {
  inputs: [PdfInput];
}

interface OneToOne extends OfOne {
  output: string;
}

/** Sends a request of the task `attachments`. */
const runAction = <Result>(action: string, request: OfOne, options: TaskOptions): Promise<Result> =>
  runTask({ task: 'attachments', ...request, ...{ action } }, options);

export const listAttachments = (
  request: OfOne,
  options: TaskOptions,
): Promise<PdfMade & { attachments: DescribedAttachment[] }> => runAction('list', request, options);

/** `names` is null for all attachments. */
export const extractAttachments = (
  request: OfOne & { names: readonly string[] | null; folder: string },
  options: TaskOptions,
): Promise<PdfMade & { files: (DescribedAttachment & { path: string; bytes: number })[] }> =>
  runAction('extract', request, options);

export const addAttachments = (
  request: OneToOne & { files: { path: string; name: string; contentType: string }[] },
  options: TaskOptions,
): Promise<PdfMade> => runAction('add', request, options);

export const removeAttachments = (
  request: OneToOne & { names: readonly string[] | null },
  options: TaskOptions,
): Promise<PdfMade> => runAction('remove', request, options);
