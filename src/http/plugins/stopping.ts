import type { App } from '../app.ts';

/**
 * From the moment a process is told to stop, every answer ends its connection: a balancer opens its next one to another
 * process, so that none is cut while a request is on its way.
 */
export function endConnections(app: App, isStopping: () => boolean): void {
  app.server.prependListener('request', (_request, response) => {
    if (isStopping()) response.shouldKeepAlive = false;
  });
  // For a request that came before and is answered only now.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping()) reply.header('connection', 'close');
    done();
  });
}
