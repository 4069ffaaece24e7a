import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server on a free port whose answers a test decides, by path. It records the requests. */
export class FileServer {
  readonly answers = new Map<string, Answer>();
  readonly requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  #server: Server | undefined;
  url = '';

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      const path = new URL(request.url!, 'http://x').pathname;
      this.requests.push({ path, headers: request.headers });
      const answer = this.answers.get(path);
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Serves bytes at a path, and returns the address. */
  serve(path: string, bytes: Buffer | string, headers: Record<string, string> = {}): string {
    this.answers.set(path, (_, response) => void response.writeHead(200, headers).end(bytes));
    return this.url + path;
  }

  on(path: string, answer: Answer): string {
    this.answers.set(path, answer);
    return this.url + path;
  }

  count = (path: string): number => this.requests.filter(each => each.path === path).length;

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
