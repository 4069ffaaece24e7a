/** The server that a model is downloaded from does not answer. */
export class Unreachable extends Error {}

/** The codes with which Node and npm report that no connection came about. */
export const isConnectionProblem = (text: string): boolean =>
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|UND_ERR_\w+)\b/.test(
    text,
  );
