import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const askEveryMs = 50;

/**
 * A load balancer: alternates between the processes whose `/readyz` succeeds, keeps connections to them, and never
 * repeats a request. A request it cannot forward is answered with 502.
 */
export class Balancer {
  readonly #ports: number[];
  readonly #ready = new Set<number>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));
  /** Forwarded requests, by port. */
  readonly passed = new Map<number, number>();
  #turn = 0;
  #open = true;

  constructor(ports: number[]) {
    this.#ports = ports;
    for (const port of ports) void this.#watch(port);
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  isReady(port: number): boolean {
    return this.#ready.has(port);
  }

  async #watch(port: number): Promise<void> {
    while (this.#open) {
      // A missing process refuses connections; a stopping one reports so.
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        async answer => {
          await answer.bytes();
          return answer.ok;
        },
        () => false,
      );
      if (ready) this.#ready.add(port);
      else this.#ready.delete(port);
      await sleep(askEveryMs);
    }
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const ready = this.#ports.filter(port => this.#ready.has(port));
    const port = ready[this.#turn++ % ready.length];
    const fail = (why: string) => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end(why);
    };
    if (port === undefined) {
      fail('no process is ready');
      return;
    }
    this.passed.set(port, (this.passed.get(port) ?? 0) + 1);
    const { method, url, headers } = asked;
    const passedOn = request(
      { host: '127.0.0.1', port, method, path: url, headers, agent: this.#agent },
      answered => {
        const { connection: _, ...headers } = answered.headers;
        answer.writeHead(answered.statusCode!, headers);
        answered.on('error', () => answer.destroy()).pipe(answer);
      },
    );
    passedOn.on('error', error => fail(String(error)));
    answer.on('close', () => passedOn.destroy());
    asked.pipe(passedOn);
  }

  close(): void {
    this.#open = false;
    this.#agent.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
