import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fault for a request: undefined forwards it. */
type Fault = { status: number } | { cutAfter: number } | { delayMs: number } | 'refuse';

export interface FaultyProxy {
  url: string;
  /** Called for every request; forwards everything until it is set. */
  fault: ((message: IncomingMessage) => Fault | undefined) | undefined;
  stop(): void;
}

/**
 * An HTTP proxy in front of one server, which fails as specified: errors, delays, truncated bodies, closed connections.
 */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const proxy: FaultyProxy = { url: '', fault: undefined, stop: () => {} };

  function pass(message: IncomingMessage, response: ServerResponse, cutAfter = Infinity): void {
    const { method, url, rawHeaders, headers } = message;
    // Node would send a chunked body if no length is set.
    const bodiless = !('content-length' in headers || 'transfer-encoding' in headers);
    const passedOn = bodiless ? [...rawHeaders, 'content-length', '0'] : rawHeaders;
    const passed = request({ hostname, port, method, path: url, headers: passedOn, agent: false }, answer => {
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      let left = cutAfter;
      answer.on('data', (chunk: Buffer) => {
        response.write(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) response.socket?.destroySoon();
      });
      answer.on('end', () => response.end());
      answer.on('error', () => response.destroy());
    });
    passed.on('error', () => {
      if (!response.headersSent) response.destroy();
    });
    message.pipe(passed);
  }

  const server = createServer((message, response) => {
    const fault = proxy.fault?.(message);
    if (fault === 'refuse') message.socket.destroy();
    else if (fault && 'status' in fault) {
      message.resume();
      message.on('end', () => response.writeHead(fault.status).end());
    } else if (fault && 'delayMs' in fault) setTimeout(() => pass(message, response), fault.delayMs);
    else pass(message, response, fault?.cutAfter);
  });
  server.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy.stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return proxy;
}
