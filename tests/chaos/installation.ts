import { execFileSync } from 'node:child_process';

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { createWebhook } from '../../src/domain/outgoing/webhooks/webhooks.ts';
import { createKey } from '../../src/domain/people/keys/keys.ts';
import { createSecrets } from '../../src/domain/rows/secrets.ts';
import { expectNothingOrphaned } from '../faults/support/once.ts';
import { printedChance } from '../support/chance.ts';
import { runsAll } from '../support/needs.ts';

import { RetryingClient } from '../support/retrying-client.ts';
import { withoutSwift } from '../support/swift/swift.ts';
import { Receiver } from '../webhooks/support/receiver.ts';
import { startFleet } from './fleet.ts';
import type { Fault, Ground } from './ground.ts';
import { openOneMachine } from './one-machine.ts';
import { openSeveralMachines } from './several-machines.ts';

/** The lease as set in `preload.ts`. */
const leaseMs = 5000;
const secretKey = 'chaos'.repeat(10);

export interface Installation {
  client: RetryingClient;
  workspaceId: string;
  /** Receives every event. */
  receiver: Receiver;
  /** Numbers from 0 to 1, determined by the printed seed. */
  chance: () => number;
  /** Counts each action. */
  struck: Record<string, number>;
  /** Triggers a fault about every second, each kind in turn. */
  wreak(seconds: number): Promise<void>;
  withDatabase: Ground['withDatabase'];
  /** Ends all processes and inspects what they left behind. */
  inspect(look: (db: Database) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Uses `CHAOS_GROUND` (`one` or `several`); otherwise the seed chooses, but `npm test` stays on one machine, which starts sooner. */
function chooseGround(chance: () => number): Promise<Ground> {
  const one = chance() < 0.5;
  const chosen = process.env.CHAOS_GROUND ?? (one || withoutSwift || !runsAll ? 'one' : 'several');
  console.log(`chaos: CHAOS_GROUND=${chosen}`);
  return chosen === 'one' ? openOneMachine(chance) : openSeveralMachines(chance);
}

function shuffle<Each>(all: Each[], chance: () => number): Each[] {
  return all
    .map(each => ({ each, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

/** Starts a fleet, with a key without limits and a webhook. */
export async function openInstallation(): Promise<Installation> {
  const chance = printedChance('chaos');
  const ground = await chooseGround(chance);
  const receiver = await Receiver.start();
  const { key, workspaceId } = await ground.withDatabase(async db => {
    const made = await createKey(db, { plan: 'enterprise' });
    await createWebhook(db, createSecrets(secretKey), made.workspaceId, { url: receiver.url });
    return made;
  });
  const env = { ...ground.env, SECRET_KEY: secretKey, WEBHOOK_ALLOW_HOSTS: '127.0.0.1' };
  const fleet = await startFleet(env, ground.clocks, chance, ground.layout);
  const client = new RetryingClient(fleet.url, key);
  /** A fault that runs in parallel with others, for longer. */
  const beside = new Set<Promise<void>>();
  const struck: Record<string, number> = {};
  const atOnce = (fault: () => Promise<void>): Fault => {
    return () => {
      const going = fault().finally(() => beside.delete(going));
      beside.add(going);
    };
  };
  const wrong = (direction: number): Fault =>
    atOnce(() =>
      fleet.setClock(direction * chance() * ground.maxMinutesWrong * 60_000, 2000 + chance() * 6000),
    );
  const faults: Record<string, Fault> = {
    'host killed': () => fleet.killHost(),
    'worker killed': () => fleet.killWorker(),
    'API killed': () => fleet.killApi(),
    'all killed': () => fleet.killAll(),
    'worker paused': atOnce(() => fleet.pauseWorker(leaseMs * (1 + chance()))),
    'clock set forward': wrong(1),
    'clock set back': wrong(-1),
    ...ground.faults,
  };
  const bag = [...Object.keys(faults), 'host killed', 'host killed', 'worker killed'];

  return {
    client,
    workspaceId,
    receiver,
    chance,
    struck,
    withDatabase: ground.withDatabase,
    async wreak(seconds) {
      const until = Date.now() + seconds * 1000;
      while (Date.now() < until)
        for (const name of shuffle(bag, chance)) {
          await sleep(200 + chance() * 1300);
          if (Date.now() >= until) break;
          struck[name] = (struck[name] ?? 0) + 1;
          await faults[name]!();
        }
      await Promise.all(beside);
    },
    async inspect(look) {
      await fleet.stop();
      await ground.withDatabase(async db => {
        await look(db);
        await expectNothingOrphaned(db, await ground.openStorage());
      });
      expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain(ground.env.DATA_DIR);
    },
    async close() {
      await fleet.stop();
      await receiver.stop();
      await ground.close();
    },
  };
}
