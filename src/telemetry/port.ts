import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDnsRebinding } from '../dns-rebinding.ts';
import type { Readiness } from '../domain/installation/health.ts';

export interface PortSettings {
  host: string;
  port: number;
  contentType: string;
  printMetrics(): Promise<string>;
  checkReadiness(): Promise<Readiness>;
  isStopping(): boolean;
}

export interface Port {
  url: string;
  close(): Promise<void>;
}

function respond(response: ServerResponse, status: number, text: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Serves liveness, readiness and metrics of a process that has no API. */
export async function openPort(settings: PortSettings): Promise<Port> {
  const routes: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/healthz': async response => respond(response, 200, '{"status":"ok"}'),
    '/readyz': async response => {
      if (settings.isStopping()) return respond(response, 503, '{"status":"stopping","checks":{}}');
      const { ready, checks } = await settings.checkReadiness();
      const status = ready ? 'ready' : 'not ready';
      respond(response, ready ? 200 : 503, JSON.stringify({ status, checks }));
    },
    '/metrics': async response => respond(response, 200, await settings.printMetrics(), settings.contentType),
  };
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const route = request.method === 'GET' ? routes[path] : undefined;
    if (!route) return respond(response, 404, '{"error":"Not Found"}');
    if (path === '/metrics' && isDnsRebinding(request.headers.host, request.socket.remoteAddress))
      return respond(response, 403, '{"error":"Forbidden"}');
    route(response).catch(() => respond(response, 503, '{"error":"Service Unavailable"}'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(settings.port, settings.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
