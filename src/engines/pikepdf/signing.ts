import type { FieldLabels, LabelsMissing, PdfFacts, PdfInput, PdfMade } from './engine.ts';
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
  /** Whether room is left for the token of a timestamp server. */
  timestamp: boolean;
  reason?: string;
  location?: string;
  /** The place of a visible signature, in points from the upper left of the page as shown. */
  box?: { page: number; x: number; y: number; width: number; height: number };
  /** The full name of the empty field to sign. Without it and a box, it is the only empty field, if there is just one. */
  field?: string;
  /** The lines of a visible signature: a document with a page for each. */
  label?: { path: string; sizes: [width: number, height: number][] };
  /** Lines of fields that are drawn, because their appearances are out of date. */
  labels?: FieldLabels[];
}

interface MadeSignature {
  /** Its first byte in the file, and the one after its last. */
  place: [first: number, last: number];
  /** The SHA-256 digest that a timestamp is for, in hexadecimal. */
  digest: string;
}

/** The answer of a timestamp server in base64, and the number of the request in hexadecimal. */
interface Timestamp {
  nonce: string;
  response: string;
}

/** Nothing is done before the lines of a visible signature are given. */
export interface Unlabelled extends PdfMade {
  unlabelled: true;
}

/** Signs a document. `signed` is true if an earlier signature became invalid: the file had to be rewritten, or its signer forbade others. */
export const signDocument = (
  request: SignRequest,
  options: TaskOptions,
): Promise<
  (PdfMade & { signer: string; field: string; signature: MadeSignature }) | Unlabelled | LabelsMissing
> => runTask({ task: 'sign', ...request }, options);

/** Adds the answer of a timestamp server to a signature that was just made in the file at `path`. */
export const addTimestamp = (
  request: { path: string; place: MadeSignature['place'] } & Timestamp,
): Promise<void> => runTask({ task: 'timestamp', ...request });

export interface CheckedSignature extends Record<string, unknown> {
  status: 'valid' | 'invalid' | 'unreadable';
}

export const verifyDocument = (
  request: { inputs: [PdfInput] },
  options: TaskOptions,
): Promise<PdfFacts & { signatures: CheckedSignature[]; emptyFields: number; pages: number }> =>
  runTask({ task: 'verify', ...request }, options);
