import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

interface Peer {
  url: string;
  /** The requests it received, as method and path. */
  requests: string[];
  close(): void;
}

type Handler = (request: IncomingMessage, form: FormData, response: ServerResponse) => void;

async function listen(handle: Handler): Promise<Peer> {
  const requests: string[] = [];
  const server: HttpServer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const type = request.headers['content-type'] ?? '';
    const form = /form/.test(type)
      ? await new Response(body, { headers: { 'content-type': type } }).formData()
      : new FormData();
    requests.push(`${request.method} ${request.url}`);
    handle(request, form, response);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const names = (form: FormData, field: string): string[] =>
  form.getAll(field).map(file => (file as File).name);

/** A server with the routes of Gotenberg, which answers with the names of the files it was sent. */
export const startGotenberg = (): Promise<Peer> =>
  listen(({ url }, form, response) => {
    const files = names(form, 'files');
    if (files.length === 0) response.writeHead(400).end('Invalid form data: no form file found');
    else response.end(`%PDF ${url} ${files.join(' ')} ${form.get('landscape') ?? ''}`);
  });

/** A server with the pages of ConvertX, whose jobs end when their progress is read for the second time. */
export function startConvertX(): Promise<Peer> {
  const jobs: { uploaded: string[]; reads: number; convertTo?: string }[] = [];
  return listen(({ url = '', headers }, form, response) => {
    const id = Number(/jobId=(\d+)/.exec(headers.cookie ?? '')?.[1]);
    const job = jobs[id];
    if (url === '/') {
      jobs.push({ uploaded: [], reads: 0 });
      response.setHeader('set-cookie', ['auth=token; HttpOnly', `jobId=${jobs.length - 1}; HttpOnly`]);
      response.end('<html></html>');
    } else if (!job || !/auth=token/.test(headers.cookie ?? ''))
      response.writeHead(302, { location: '/login' }).end();
    else if (url === '/upload') {
      job.uploaded.push(...names(form, 'file'));
      response.end('{"message":"Files uploaded successfully."}');
    } else if (url === '/convert') {
      const isReady = JSON.stringify(job.uploaded) === form.get('file_names');
      job.convertTo = String(form.get('convert_to'));
      response.writeHead(302, { location: isReady ? `/results/${id}` : '/' }).end();
    } else if (url === `/progress/${id}`) {
      job.reads += 1;
      const [stem] = job.uploaded[0]!.split('.');
      response.end(
        job.reads < 2 ? '<progress></progress>' : `<a class="x" href="/download/7/${id}/${stem}.pdf">`,
      );
    } else response.end(`%PDF ${url} ${job.convertTo}`);
  });
}
