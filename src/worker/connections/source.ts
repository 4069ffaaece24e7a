import type { FailureId } from '../../contract/failure-catalogue.ts';

/** A remote file from `start` on. */
export interface OpenedSource {
  chunks: AsyncIterable<Uint8Array>;
  start: number;
  /** Bytes of the whole file; undefined if the server does not say. */
  total: number | undefined;
  /** Names this version of the file, if its server does. */
  validator: string | undefined;
  filename: string | undefined;
  contentType: string | undefined;
  /** Ends the connection, so that `chunks` fails. */
  close(): void;
}

/** The part of a remote file that is wanted: the rest after `offset`, if the file is still the version that `validator` names. */
export interface Wanted {
  offset: number;
  validator: string | undefined;
}

/** The error if a file cannot be fetched. */
export class FetchProblem extends Error {
  readonly id: FailureId;
  /** Whether another attempt would meet the same problem. */
  readonly isFinal: boolean;
  /** Fills the `{place}` of the sentence, such as an HTTP status. */
  readonly place: string | undefined;
  /** Seconds that the server asked to wait. */
  readonly retryAfter: number | undefined;

  constructor(
    id: FailureId,
    detail: string,
    {
      isFinal = false,
      place,
      retryAfter,
    }: { isFinal?: boolean; place?: string; retryAfter?: number | undefined } = {},
  ) {
    super(detail);
    this.name = 'FetchProblem';
    this.id = id;
    this.isFinal = isFinal;
    this.place = place;
    this.retryAfter = retryAfter;
  }
}
