import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Side = 'client' | 'server';

/** The target of connections: a port, or PostgreSQL's socket in a folder. */
export interface TcpTarget {
  host: string;
  port: number;
}

interface Line {
  client: Socket;
  server: Socket;
  /** Silently drops everything. */
  mute: boolean;
}

/** A network between a client and a server that fails as specified: cuts, drops, or redirects connections. */
export class TcpProxy {
  readonly #lines = new Set<Line>();
  readonly #server;
  #target: TcpTarget;
  #frozen = false;
  /** Called for every chunk: 'cut' breaks its connection instead of forwarding it, a number after this many bytes. */
  judge: ((from: Side, bytes: number) => 'cut' | number | undefined) | undefined;

  constructor(target: TcpTarget) {
    this.#target = target;
    this.#server = createServer(client => this.#open(client));
  }

  #open(client: Socket): void {
    const { host, port } = this.#target;
    const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    const line: Line = { client, server, mute: this.#frozen };
    this.#lines.add(line);
    const end = () => {
      client.destroy();
      server.destroy();
      this.#lines.delete(line);
    };
    this.#pass(line, 'client', client, server, end);
    this.#pass(line, 'server', server, client, end);
    if (line.mute) for (const each of [client, server]) each.pause();
  }

  #pass(line: Line, from: Side, source: Socket, sink: Socket, end: () => void): void {
    source.on('data', (bytes: Buffer) => {
      const verdict = this.judge?.(from, bytes.length);
      if (verdict === undefined) {
        if (!sink.write(bytes)) source.pause();
        return;
      }
      if (verdict !== 'cut') sink.write(bytes.subarray(0, verdict), end);
      else end();
    });
    sink.on('drain', () => line.mute || source.resume());
    source.on('error', () => {});
    source.on('close', end);
  }

  async listen(): Promise<number> {
    await new Promise<void>(listening => this.#server.listen(0, '127.0.0.1', listening));
    return (this.#server.address() as AddressInfo).port;
  }

  #mute(line: Line, mute: boolean): void {
    line.mute = mute;
    for (const each of [line.client, line.server]) mute ? each.pause() : each.resume();
  }

  /** A server that accepts connections and stays silent: stopped, swapping, or unreachable. */
  freeze(): void {
    this.#frozen = true;
    this.strand();
  }

  thaw(): void {
    this.#frozen = false;
    for (const line of this.#lines) this.#mute(line, false);
  }

  /** Silently drops the traffic of open connections; new connections work, as after a machine has vanished. */
  strand(): void {
    for (const line of this.#lines) this.#mute(line, true);
  }

  /** Breaks all connections. */
  cut(): void {
    for (const { client, server } of this.#lines) {
      client.destroy();
      server.destroy();
    }
  }

  /** Redirects new connections; open ones stay. */
  lead(target: TcpTarget): void {
    this.#target = target;
  }

  close(): void {
    this.#server.close();
    this.cut();
  }
}
