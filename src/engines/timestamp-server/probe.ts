import type { Engine } from '../engine.ts';

/** The engine that asks a server to confirm the time of a signature. It is not a program: an operator names the servers. */
export const engine: Engine = {
  id: 'timestamp-server',
  title: 'Timestamps of signatures (TIMESTAMP_SERVERS)',
  licence: 'none: a part of Filemill',
  packages: [],
  setting: 'TIMESTAMP_SERVERS',
  probe: async () => (process.env.TIMESTAMP_SERVERS?.trim() ? '1' : undefined),
};
