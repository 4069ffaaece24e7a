import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> & { id: string } };
}

type Respond = (response: ServerResponse, received: Received, count: number) => void;

/** A webhook receiver on this machine. */
export class Receiver {
  readonly received: Received[] = [];
  respond: Respond = response => response.end('thanks');
  /** Requests in progress, and their maximum so far. */
  open = 0;
  most = 0;
  readonly #server = createServer((request, response) => void this.#take(request, response));
  #waiting: (() => void)[] = [];

  static async start(host = '127.0.0.1'): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, host);
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  answer(status: number, headers: Record<string, string> = {}, body = ''): void {
    this.respond = response => response.writeHead(status, headers).end(body);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    let answering = true;
    const answered = () => {
      if (answering) this.open -= 1;
      answering = false;
    };
    // Before the sender can notice, so that its next request is not counted as concurrent.
    response.on('finish', answered).on('close', answered);
    let body = '';
    for await (const chunk of request) body += chunk;
    const received = {
      path: request.url!,
      headers: request.headers as Record<string, string>,
      body,
      event: JSON.parse(body),
    };
    this.received.push(received);
    for (const wake of this.#waiting.splice(0)) wake();
    this.respond(response, received, this.received.length);
  }

  /** Waits until this many have arrived. */
  async count(n: number): Promise<Received[]> {
    while (this.received.length < n) await new Promise<void>(resolve => this.#waiting.push(resolve));
    return this.received;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
