import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { webSocketPath } from '../engine.ts';

/**
 * Opens a port inside this host that leads to the guard outside. The browser speaks to proxies at ports only, and the host's network
 * has nothing but this port.
 */
export async function openWebBridge(): Promise<number> {
  const server = createServer(client => {
    const guard = connect(webSocketPath);
    guard.on('error', () => client.destroy());
    client.on('error', () => guard.destroy());
    guard.on('close', () => client.destroySoon());
    client.on('close', () => guard.destroy());
    client.pipe(guard).pipe(client);
  });
  server.unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
