import type { PdfFacts, PdfInput } from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

interface Common {
  /** The profile that the invoice must have; null for any. */
  profile: string | null;
}

const runAction = <Result>(action: string, request: Common, options: TaskOptions): Promise<Result> =>
  runTask({ task: 'invoice', ...request, ...{ action } }, options);

/** Reads the profile of an invoice, and fails if it is none. */
export const readInvoice = (request: Common & { invoice: string }): Promise<{ profile: string }> =>
  runAction('read', request, {});

/** Attaches an invoice to a PDF/A-2b, which becomes PDF/A-3b. Attachments of the original are kept. */
export const attachInvoice = (
  request: Common & { inputs: [archive: PdfInput, original: PdfInput]; invoice: string; output: string },
  options: TaskOptions,
): Promise<{ pages: number; profile: string; name: string; problems: string[] }> =>
  runAction('attach', request, options);

export const extractInvoice = (
  request: Common & { inputs: [PdfInput]; output: string },
  options: TaskOptions,
): Promise<PdfFacts & { profile: string | null; name: string }> => runAction('extract', request, options);

export const checkInvoice = (
  request: Common & { inputs: [PdfInput] },
  options: TaskOptions,
): Promise<PdfFacts & { report: { valid: boolean; profile: string | null } }> =>
  runAction('check', request, options);
