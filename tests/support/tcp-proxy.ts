import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Side = 'client' | 'server';

/** Where connections lead: a port, or PostgreSQL's socket in a folder. */
export interface TcpTarget {
  host: string;
  port: number;
}

interface Line {
  client: Socket;
  server: Socket;
  /** Nothing passes, and nobody is told. */
  mute: boolean;
}

/** A network between a client and a server that breaks as it is told: cuts, swallows, or leads elsewhere. */
export class TcpProxy {
  readonly #lines = new Set<Line>();
  readonly #server;
  #target: TcpTarget;
  #frozen = false;
  /** Asked for every piece that passes: 'cut' breaks its connection in place of handing it on, a number after so many bytes of it. */
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

  /** A server that takes connections and says nothing: stopped, swapping, or cut off by the network. */
  freeze(): void {
    this.#frozen = true;
    this.strand();
  }

  thaw(): void {
    this.#frozen = false;
    for (const line of this.#lines) this.#mute(line, false);
  }

  /** What is open now leads nowhere from now on, without a word; new connections are well: a machine that has vanished. */
  strand(): void {
    for (const line of this.#lines) this.#mute(line, true);
  }

  /** Breaks every connection there is. */
  cut(): void {
    for (const { client, server } of this.#lines) {
      client.destroy();
      server.destroy();
    }
  }

  /** New connections lead there; those that are open stay. */
  lead(target: TcpTarget): void {
    this.#target = target;
  }

  close(): void {
    this.#server.close();
    this.cut();
  }
}
