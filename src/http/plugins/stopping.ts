import type { App } from '../app.ts';

/**
 * Once the process was told to stop, every answer closes its connection. A load balancer then opens the next connection to
 * another process, and none is cut while a request is on its way.
 */
export function endConnections(app: App, isStopping: () => boolean): void {
  app.server.prependListener('request', (_request, response) => {
    if (isStopping()) response.shouldKeepAlive = false;
  });
  // This is for requests that began before.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping()) reply.header('connection', 'close');
    done();
  });
}
