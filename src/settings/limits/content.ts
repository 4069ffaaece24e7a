import { gb, mb } from './units.ts';

/** Limits on the content of files and web pages. */
export const contentLimits = {
  /** The unpacked bytes of a multiply compressed stream of a PDF, and of the content of one page. */
  pdfUnpackedBytes: 256 * mb,
  pdfPageBytes: 128 * mb,
  /**
   * An archive: its entries, the bytes it unpacks to, those for each packed byte once there are `ratioFrom` of them, and the
   * levels of archives within archives.
   */
  archive: { entries: 100_000, bytes: 10 * gb, ratio: 1000, ratioFrom: 100 * mb, depth: 4 },
  /** Messages of a mailbox that become one document. */
  mailboxMessages: 5000,
  /** How long a web page may take until it is ready. An element that a request waits for has half of it. */
  pageReadySeconds: 30,
  /** Bytes that a page fetched from the web may take, with everything it consists of. */
  webPageBytes: 100 * mb,
  /** Connections at once of a page fetched from the web. */
  webConnections: 100,
  webConnectSeconds: 10,
  /** A connection to the web is closed after it has been silent this long. */
  webIdleSeconds: 30,
  /** Pixels of a picture of a web page. */
  pagePixels: 100_000_000,
} as const;
