import type { PdfFacts, PdfInput, PdfMade } from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

/** A PKCS#12 file in base64, and its password. */
export interface Certificate {
  certificate: string;
  certificatePassword?: string;
}

export const readCertificate = (request: Certificate): Promise<{ name: string }> =>
  runTask({ task: 'certificate', ...request });

interface SignRequest extends Certificate {
  inputs: [PdfInput];
  output: string;
  /** A path for the bytes that are signed. */
  base: string;
  reason?: string;
  location?: string;
  /** The place of a visible signature, in points from the upper left of the page as shown. */
  box?: { page: number; x: number; y: number; width: number; height: number };
  /** The lines of a visible signature: a document with a page for each. */
  label?: { path: string; sizes: [width: number, height: number][] };
}

/** Signs a document. `signed` is true if earlier signatures became invalid, because the file had to be rewritten. */
export const signDocument = (
  request: SignRequest,
  options: TaskOptions,
): Promise<PdfMade & { signer: string }> => runTask({ task: 'sign', ...request }, options);

export interface CheckedSignature extends Record<string, unknown> {
  status: 'valid' | 'invalid' | 'unreadable';
}

export const verifyDocument = (
  request: { inputs: [PdfInput] },
  options: TaskOptions,
): Promise<PdfFacts & { signatures: CheckedSignature[]; emptyFields: number; pages: number }> =>
  runTask({ task: 'verify', ...request }, options);
