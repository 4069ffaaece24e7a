import { ApiError } from '../../../contract/errors.ts';
import {
  findFormatByExtension,
  getExtension,
  removeDirectionMarks,
  stripParameters,
} from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';
import type { Caller } from '../../people/caller.ts';
import type { Secrets } from '../../rows/secrets.ts';
import { requireDeclaredFormat } from './options.ts';
import type { FetchRow } from './rows.ts';

/** The place that an input is fetched from. */
export type FetchSource = { url: string } | { connectionId: string; key: string };

/** A file that the service fetches. Its name and type are optional. */
export type FetchedFile = FetchSource & {
  filename?: string;
  contentType?: string;
};

export const isFetched = (file: object): file is FetchedFile => 'url' in file || 'connectionId' in file;

/** The columns that an input has only if it is fetched. */
export interface FetchColumns {
  /** The encrypted address or place of the file, in base64. */
  source: string;
  named: boolean;
  typed: boolean;
}

export const waitingFetch: FetchRow = { status: 'waiting', failures: 0, due_at: null };

export function requireUrlInputs({ plan }: Pick<Caller, 'plan'>): void {
  if (!plan.url_inputs)
    throw new ApiError('feature_not_available', {
      message: `The plan ${plan.id} does not include inputs by address. Upload the file instead.`,
    });
}

/** Returns the format that the caller declares for a file to be fetched; empty if the response decides. */
function readDeclared({ filename, contentType = '' }: FetchedFile, at: string): FormatId | '' {
  const isVague = ['', 'application/octet-stream'].includes(stripParameters(contentType));
  if (!isVague) return requireDeclaredFormat({ contentType, filename: filename ?? '' }, at);
  return (filename !== undefined && findFormatByExtension(getExtension(filename))) || '';
}

/** Returns the last part of an address or a key, which names the file until the response does. */
function nameByPlace(source: FetchSource): string {
  const path = 'url' in source ? new URL(source.url).pathname : source.key;
  const last = path.split('/').findLast(Boolean) ?? 'file';
  return last.replaceAll(/%[0-9a-f]{2}|[\\]/gi, '_').slice(0, 255);
}

const getSource = (file: FetchedFile): FetchSource =>
  'url' in file ? { url: file.url } : { connectionId: file.connectionId, key: file.key };

/** Returns the name and the declared format of a file until it is fetched. */
export const describeFetched = (
  file: FetchedFile,
  at: string,
): { filename: string; format: FormatId | '' } => ({
  filename: file.filename === undefined ? nameByPlace(file) : removeDirectionMarks(file.filename) || 'file',
  format: readDeclared(file, at),
});

/** Makes the row of an input that the service fetches. */
export function makeFetchedInput(secrets: Secrets, file: FetchedFile, at: string) {
  return {
    ...describeFetched(file, at),
    content_type: file.contentType ?? 'application/octet-stream',
    file_size: 0,
    given: false,
    sha256: null,
    artifact_id: null,
    source: secrets.seal(getSource(file)).toString('base64'),
    named: file.filename !== undefined,
    typed: file.contentType !== undefined,
  };
}
