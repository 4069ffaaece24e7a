import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One output that the server claims to have made. Its index may be anything. */
export interface ClaimedFile {
  filename: string;
  index?: unknown;
  body?: string;
}

const accepts = ['txt', 'pdf'].map(format => ({ format, extensions: [format] }));
const options = { type: 'object', properties: { outputFormat: { type: 'string' } } };
const jobTypes = [
  { id: 'document-convert', title: 'Convert', inputs: 'one', converts: {}, accepts, options },
  { id: 'pdf-merge', title: 'Merge', inputs: 'many', accepts, options },
].map(type => ({ summary: '', tabs: [], produces: [], available: true, ...type }));

/**
 * A server that implements enough of the API for client, CLI and MCP, and names the outputs of every job as given in
 * `files`.
 */
export async function startHostileServer(): Promise<{
  url: string;
  /** The outputs of the next jobs. */
  files: ClaimedFile[];
  stop(): void;
}> {
  const state = { files: [] as ClaimedFile[] };
  const makeResult = (base: string) => ({
    fileCount: state.files.length,
    durationMs: 1,
    engines: [],
    files: state.files.map(({ filename, index }, at) => ({
      index: index ?? at,
      artifactId: `art_${at}`,
      filename,
      contentType: 'text/plain',
      size: 3,
      downloadUrl: `${base}/file/${at}`,
    })),
  });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const base = `http://${request.headers.host}`;
    const path = new URL(request.url!, base).pathname.replace('/api/public', '');
    const json = (value: object) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    const job = { id: 'job_1', status: 'completed', progress: 100, inputs: [], result: makeResult(base) };
    const recipe = { id: 'rcp_1', name: 'plain', description: '', steps: [], accepts: ['txt'] };
    const run = { id: 'run_1', status: 'completed', steps: [], result: makeResult(base) };
    const file = /^\/file\/(\d+)$/.exec(path);
    if (file) {
      const { filename, body = 'bad' } = state.files[Number(file[1])]!;
      response.setHeader(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      );
      response.end(body);
    } else if (path === '/job-types') json({ jobTypes });
    else if (path === '/recipes') json({ recipes: [recipe], nextCursor: null });
    else if (path === '/artifacts') json({ id: 'art_1', upload: { url: `${base}/upload`, headers: {} } });
    else if (path.endsWith('/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`event: status\ndata: ${JSON.stringify(run)}\n\n`);
    } else if (path.includes('/recipe')) json(run);
    else json(job);
  }

  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
