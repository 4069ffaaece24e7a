import { connect, type Socket } from 'node:net';

export interface Answered {
  status: number;
  retryAfter: number;
  body: string;
}

/** The timeout of a request. */
export const patienceMs = 10_000;

const headerEnd = Buffer.from('\r\n\r\n');

/**
 * Sends the same request again and again, each on an idle connection. Sender and service share the machine's cores, and
 * a general HTTP client would use several times as much CPU.
 */
export class Wire {
  readonly #port: number;
  readonly #request: Buffer;
  readonly #idle: Socket[] = [];
  /** The total number of opened connections. */
  opened = 0;

  constructor(port: number, request: Buffer) {
    this.#port = port;
    this.#request = request;
  }

  /** Undefined if no complete response arrives in time. */
  send(): Promise<Answered | undefined> {
    const socket = this.#idle.pop() ?? this.#open();
    return new Promise(resolve => {
      let [got, length] = [Buffer.alloc(0), -1];
      let head = '';
      const end = (answered?: Answered) => {
        clearTimeout(timer);
        socket.removeAllListeners('data').removeAllListeners('close');
        if (answered && !/\r\nconnection: close/i.test(head)) this.#keep(socket);
        else socket.destroy();
        resolve(answered);
      };
      const timer = setTimeout(end, patienceMs);
      socket.once('close', () => end());
      socket.on('data', chunk => {
        got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
        if (length < 0) {
          const at = got.indexOf(headerEnd);
          if (at < 0) return;
          head = got.toString('latin1', 0, at);
          length = at + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
          if (Number.isNaN(length)) return end();
        }
        if (got.length < length) return;
        const retryAfter = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0);
        end({
          status: Number(head.slice(9, 12)),
          retryAfter,
          body: got.toString('latin1', head.length + 4, length),
        });
      });
      socket.write(this.#request);
    });
  }

  #open(): Socket {
    this.opened += 1;
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    // The close event reports it.
    return socket.on('error', () => {});
  }

  #keep(socket: Socket): void {
    this.#idle.push(socket);
    socket.once('close', () => {
      const at = this.#idle.indexOf(socket);
      if (at >= 0) this.#idle.splice(at, 1);
    });
  }
}
