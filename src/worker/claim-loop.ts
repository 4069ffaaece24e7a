import type { FastifyBaseLogger } from 'fastify';
import type { Listener } from '../db/listener.ts';
import { createWakeUp } from './wake-up.ts';

interface ClaimLoopSettings<Item> {
  /** Names the items in log entries. */
  name: string;
  /** The notification that there may be items. */
  channel: string;
  atOnce: number;
  pollSeconds: number;
  listener: Pick<Listener, 'on'>;
  log: FastifyBaseLogger;
  /** Claims at most so many items that are due. */
  claim(most: number): Promise<Item[]>;
  /** Handles one item and records its result. `shutdown` is aborted when the loop is stopped. */
  handle(item: Item, shutdown: AbortSignal): Promise<void>;
}

export interface ClaimLoop {
  /** Looks for items again after some seconds, because one becomes due then. */
  wakeIn(seconds: number): void;
  /** Stops claiming, aborts what is under way and waits until it was given back. */
  stop(): Promise<void>;
}

/** Claims items that are due and handles several at a time, until it is stopped. Any number of processes may do so. */
export function startClaimLoop<Item>(settings: ClaimLoopSettings<Item>): ClaimLoop {
  const { name, log } = settings;
  const underWay = new Set<Promise<void>>();
  const shutdown = new AbortController();
  const wakeUp = createWakeUp();

  function take(item: Item): void {
    const done: Promise<void> = settings
      .handle(item, shutdown.signal)
      .catch(error => log.error({ err: error, name }, 'the result of a claimed item could not be recorded'))
      .finally(() => {
        underWay.delete(done);
        wakeUp.wake();
      });
    underWay.add(done);
  }

  async function loop(): Promise<void> {
    while (!shutdown.signal.aborted) {
      wakeUp.reset();
      try {
        const most = settings.atOnce - underWay.size;
        for (const item of most > 0 ? await settings.claim(most) : []) take(item);
      } catch (error) {
        log.warn({ err: error, name }, 'items that are due could not be claimed');
      }
      await wakeUp.wait(settings.pollSeconds * 1000);
    }
  }

  const unsubscribe = settings.listener.on(settings.channel, wakeUp.wake);
  const looping = loop();
  return {
    wakeIn: seconds => void setTimeout(wakeUp.wake, seconds * 1000).unref(),
    async stop() {
      shutdown.abort();
      wakeUp.wake();
      unsubscribe();
      await looping;
      await Promise.all(underWay);
    },
  };
}
