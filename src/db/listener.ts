import pg from 'pg';
import type { Connection } from './database.ts';
import { PreparingClient } from './prepared.ts';

export interface Listener {
  /** Calls back on every NOTIFY, and without a payload after a reconnect, since notifications may have been missed. */
  on(channel: string, callback: (payload: string | undefined) => void): () => void;
  /** Breaks the connection, because the server may be unreachable, and opens a new one. */
  cut(): void;
  close(): Promise<void>;
}

const retryMs = 500;

/** Opens one connection that listens on the channels and reconnects by itself. */
export async function openListener(
  connection: Connection,
  channels: readonly string[],
  onError: (error: Error) => void,
): Promise<Listener> {
  const callbacks = new Map<string, Set<(payload: string | undefined) => void>>();
  let client: pg.Client | undefined;
  /** The most recent connection, whether it listens yet or not. */
  let latest: PreparingClient | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const tell = (channel: string, payload: string | undefined) => {
    for (const callback of callbacks.get(channel) ?? []) callback(payload);
  };

  async function connect(): Promise<void> {
    const next = new PreparingClient({
      ...connection,
      application_name: 'filemill listener',
      keepAlive: true,
      connectionTimeoutMillis: 15_000,
    });
    latest = next;
    const reconnectLater = (error?: Error) => {
      // A failed first connection is retried by the caller; a break may be reported more than once.
      if (client !== next || closed) return;
      client = undefined;
      if (error) onError(error);
      next.end().catch(() => {});
      timer = setTimeout(reconnect, retryMs);
    };
    next.on('error', reconnectLater);
    next.on('end', () => reconnectLater());
    next.on('notification', message => tell(message.channel, message.payload ?? ''));
    try {
      await next.connect();
      await next.query(channels.map(channel => `listen ${pg.escapeIdentifier(channel)}`).join(';'));
    } catch (error) {
      next.end().catch(() => {});
      throw error;
    }
    if (closed) await next.end().catch(() => {});
    else client = next;
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      for (const channel of channels) tell(channel, undefined);
    } catch (error) {
      if (closed) return;
      onError(error as Error);
      timer = setTimeout(reconnect, retryMs);
    }
  }

  await connect();
  return {
    on(channel, callback) {
      const set = callbacks.get(channel) ?? new Set();
      callbacks.set(channel, set.add(callback));
      return () => set.delete(callback);
    },
    cut: () => latest?.cut(),
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
