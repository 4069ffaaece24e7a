import type { ServerResponse } from 'node:http';

const actsOf = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls `act` once a response has closed, at once if its client has gone away already. All calls share one listener, because Node
 * warns of more than ten.
 */
export function whenClosed(response: ServerResponse, act: () => void): void {
  if (response.closed) {
    act();
    return;
  }
  const acts = actsOf.get(response);
  if (acts) {
    acts.push(act);
    return;
  }
  const first = [act];
  actsOf.set(response, first);
  response.once('close', () => {
    for (const each of first) each();
  });
}
