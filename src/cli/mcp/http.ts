import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { explainExcess } from '../../contract/json-limits.ts';
import { limits } from '../../settings/limits.ts';
import type { createSession } from './server.ts';

export interface HttpSettings {
  host: string;
  port: number;
  token: string;
  /** Additional host names under which requests are accepted. */
  allowHosts: string[];
}

type Session = Awaited<ReturnType<typeof createSession>>;

const maxSessions = 32;
const idleMs = 30 * 60_000;
/** The most bytes of a request. A file given as data is a third longer in base64. */
const bodyBytes = 64 * 1024 * 1024;

const computeDigest = (text: string): Buffer => createHash('sha256').update(text).digest();

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  });
  response.end(body);
}

class Unacceptable extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads a request's body and counts its bytes, because the Content-Length may be wrong. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyBytes)
      throw new Unacceptable(413, `A request may have at most ${bodyBytes} bytes. Give large files by path.`);
    chunks.push(chunk);
  }
  const json = Buffer.concat(chunks).toString('utf8');
  const excess = explainExcess(json, limits.json);
  if (excess) throw new Unacceptable(400, `The body ${excess}.`);
  try {
    return JSON.parse(json);
  } catch {
    throw new Unacceptable(400, 'The body of a request must be JSON.');
  }
}

/** Returns true if a request starts a session. Every other request must name its session. */
const beginsSession = (body: unknown): boolean =>
  (Array.isArray(body) ? body : [body]).some(message => isInitializeRequest(message));

/** Returns the name in a Host or Origin header, without the port. */
const readHostName = (authority: string): string => authority.toLowerCase().replace(/:\d+$/, '');

/** Serves sessions at /mcp to clients with the token, under allowed host names, and not from other sites' pages. */
export async function serveHttp(
  settings: HttpSettings,
  open: () => Promise<Session>,
): Promise<{ url: string; close(): Promise<void> }> {
  const { host, token } = settings;
  const names = new Set([
    'localhost',
    '127.0.0.1',
    '[::1]',
    readHostName(host),
    ...settings.allowHosts.map(readHostName),
  ]);
  const expected = computeDigest(`Bearer ${token}`);
  const sessions = new Map<
    string,
    { transport: StreamableHTTPServerTransport; session: Session; seen: number }
  >();

  function findProblem({ headers, url }: IncomingMessage): [number, string] | undefined {
    if (!names.has(readHostName(headers.host ?? '')))
      return [403, `The host name ${headers.host} is not allowed. Allow it with --allow-host.`];
    const { origin } = headers;
    if (origin !== undefined && !(URL.canParse(origin) && names.has(readHostName(new URL(origin).host))))
      return [403, `Pages of ${origin} may not use this server. Allow them with --allow-host.`];
    if (!timingSafeEqual(computeDigest(headers.authorization ?? ''), expected))
      return [401, 'Give the token that `filemill mcp --http` printed: Authorization: Bearer <token>.'];
    if ((url ?? '').split('?')[0] !== '/mcp') return [404, 'Not found. The path of this server is /mcp.'];
    return undefined;
  }

  /** Sessions that are being opened. They count too, or many requests at once would pass the limit. */
  let opening = 0;

  async function begin(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const now = Date.now();
    for (const [id, { transport, seen }] of sessions) if (now - seen > idleMs) await end(id, transport);
    if (sessions.size + opening >= maxSessions)
      return refuse(response, 503, `There are already ${maxSessions} sessions. End one, or try again later.`);
    opening++;
    let session: Session | undefined;
    let accepted = false;
    try {
      const opened = await open();
      session = opened;
      const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: id => {
          accepted = true;
          opening--;
          sessions.set(id, { transport, session: opened, seen: Date.now() });
        },
        onsessionclosed: id => end(id, transport),
      });
      // The SDK's own type of a transport does not fit exactOptionalPropertyTypes.
      await opened.server.connect(transport as Parameters<typeof opened.server.connect>[0]);
      await transport.handleRequest(request, response, body);
    } finally {
      // The SDK may refuse the request, for example for its headers. Nobody can use such a session later.
      if (!accepted) {
        opening--;
        await session?.server.close();
        await session?.close();
      }
    }
  }

  async function end(id: string, transport: StreamableHTTPServerTransport): Promise<void> {
    const known = sessions.get(id);
    sessions.delete(id);
    await transport.close();
    await known?.session.close();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const problem = findProblem(request);
    if (problem) return refuse(response, ...problem);
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') {
      const known = sessions.get(id);
      if (!known) return refuse(response, 404, 'The session no longer exists. Start a new one.');
      known.seen = Date.now();
      return await known.transport.handleRequest(request, response, body);
    }
    if (!beginsSession(body))
      return refuse(
        response,
        400,
        'Name the session in the header Mcp-Session-Id, or start one with initialize.',
      );
    await begin(request, response, body);
  }

  const server: Server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) return;
      // The rest of a body that is too long is not read.
      response.setHeader('connection', 'close');
      if (error instanceof Unacceptable) refuse(response, error.status, error.message);
      else refuse(response, 500, 'An unexpected error occurred. Try again.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, host, resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp`,
    close: async () => {
      for (const [id, { transport }] of [...sessions]) await end(id, transport);
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
