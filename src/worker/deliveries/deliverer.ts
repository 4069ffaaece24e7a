import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { makeIdFromUuid, readUuidTime } from '../../contract/ids.ts';
import type { JobState } from '../../contract/states.ts';
import type { Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import { publishSome } from '../../domain/outgoing/events/publish.ts';
import { renderEventBodies } from '../../domain/outgoing/events/stored-bodies.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  handBackDelivery,
} from '../../domain/outgoing/webhooks/claim.ts';
import type { Attempt } from '../../domain/outgoing/webhooks/record.ts';
import { openSecret } from '../../domain/outgoing/webhooks/secret.ts';
import type { Secrets } from '../../domain/rows/secrets.ts';
import { readChange } from '../../queue/notices/changes.ts';
import { limits } from '../../settings/limits.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { createWakeUp } from '../wake-up.ts';
import { createAgent } from './agent.ts';
import { post, type WebhookResponse } from './post.ts';
import { createRecorder } from './recorder.ts';
import { computeNextWait, parseRetryAfter, retrySeconds } from './schedule.ts';
import { makeSignedHeaders } from './sign.ts';

export interface DelivererSettings {
  db: Database;
  secrets: Secrets;
  listener: Pick<Listener, 'on'>;
  allowHosts: readonly string[];
  log: FastifyBaseLogger;
  metrics?: Pick<Metrics, 'webhookAttempts' | 'webhookLag'>;
  /** Set only by tests. */
  schedule?: readonly number[];
  random?: () => number;
  timeoutMs?: number;
  leaseSeconds?: number;
  shutdownMs?: number;
  dnsServers?: readonly string[];
}

export interface Deliverer {
  /** Stops sending. Deliveries in progress are finished, or released if that takes too long. */
  stop(): Promise<void>;
}

/**
 * Changes come in bursts, so a round starts at most this often, and less often while no webhook subscribes to
 * them.
 */
const roundMs = 50;
const idleRoundMs = 250;

/** No event is published for a job that enters one of these states. */
const silent = new Set<JobState | undefined>(['pending', 'queued']);

/** Publishes events and sends them to the subscribed webhooks. Any number of processes may run it. */
export function startDeliverer(settings: DelivererSettings): Deliverer {
  const { db, log, schedule = retrySeconds, random = Math.random } = settings;
  const agent = createAgent({
    allowHosts: settings.allowHosts,
    connectMs: limits.connectSeconds * 1000,
    ...(settings.dnsServers && { dnsServers: settings.dnsServers }),
  });
  const posting = {
    agent,
    timeoutMs: settings.timeoutMs ?? limits.deliverySeconds * 1000,
    answerBytes: limits.deliveryAnswerBytes,
  };
  const recorder = createRecorder(db, limits.pauseAfterDays, log);
  const underWay = new Set<Promise<void>>();
  const shutdown = new AbortController();
  let stopping = false;
  const wakeUp = createWakeUp();
  /** True if there may be deliveries to send. */
  let due = true;
  /** The time of the last search: retries become due without a notification. */
  let looked = -Infinity;
  const noteDue = () => {
    due = true;
    wakeUp.wake();
  };

  async function send(
    delivery: ClaimedDelivery,
    body: string,
    at: Date,
  ): Promise<WebhookResponse & { signature?: string }> {
    let secrets: string[];
    try {
      secrets = [delivery.secret, ...(delivery.oldSecret ? [delivery.oldSecret] : [])].map(sealed =>
        openSecret(settings.secrets, sealed),
      );
    } catch {
      log.error(
        { webhookId: delivery.webhookId },
        "the webhook's secret cannot be decrypted: was SECRET_KEY changed?",
      );
      return { error: 'secret_unreadable' };
    }
    const headers = makeSignedHeaders(makeIdFromUuid('event', delivery.eventId), body, secrets, at);
    const answer = await post({ url: delivery.url, headers, body }, posting, shutdown.signal);
    return { ...answer, signature: headers['webhook-signature']! };
  }

  async function attempt(delivery: ClaimedDelivery, body: string): Promise<void> {
    const { webhookId, eventId, claim } = delivery;
    const at = new Date();
    const began = performance.now();
    try {
      const answer = await send(delivery, body, at);
      const outcome = answer.error === undefined ? 'delivered' : answer.status === 410 ? 'gone' : 'failed';
      settings.metrics?.webhookAttempts.inc({ outcome });
      const happened = readUuidTime(eventId);
      if (outcome === 'delivered' && happened !== undefined)
        settings.metrics?.webhookLag.observe(Math.max(0, Date.now() - happened) / 1000);
      const asked = parseRetryAfter(answer.retryAfter, Date.now(), limits.retryAfterSeconds);
      const wait = outcome === 'failed' && computeNextWait(delivery.failures + 1, asked, schedule, random);
      const attempted: Attempt = {
        webhookId,
        eventId,
        claim,
        at,
        durationMs: Math.round(performance.now() - began),
        outcome,
        ...(answer.status !== undefined && { status: answer.status }),
        ...(answer.text !== undefined && { answer: answer.text }),
        ...(answer.error !== undefined && { error: answer.error }),
        ...(answer.signature !== undefined && { signature: answer.signature }),
        ...(wait && { wait }),
      };
      log.debug({ ...attempted, answer: undefined }, 'webhook attempt');
      await recorder.add(attempted);
    } catch (error) {
      if (!shutdown.signal.aborted) throw error;
      await handBackDelivery(db, delivery);
    }
  }

  function take(delivery: ClaimedDelivery, body: string): void {
    const done: Promise<void> = attempt(delivery, body)
      .catch(error =>
        log.error({ err: error }, 'the result of a delivery could not be recorded; its lease will expire'),
      )
      .finally(() => {
        underWay.delete(done);
        noteDue();
      });
    underWay.add(done);
  }

  async function takeDue(): Promise<void> {
    const free = limits.deliveriesAtOnce - underWay.size;
    if (free === 0) return;
    const claimed = await claimDeliveries(db, {
      most: free,
      perWebhook: limits.deliveriesPerWebhook,
      perFailingWebhook: limits.deliveriesPerFailingWebhook,
      leaseSeconds: settings.leaseSeconds ?? limits.deliveryLeaseSeconds,
    });
    if (claimed.length === 0) return;
    const bodies = await renderEventBodies(db, [...new Set(claimed.map(each => each.eventId))]);
    // An event without a body has just been purged together with its deliveries.
    for (const delivery of claimed) {
      const body = bodies.get(delivery.eventId);
      if (body !== undefined) take(delivery, body);
    }
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      wakeUp.reset();
      let pause = roundMs;
      try {
        const { more, queued } = await publishSome(db);
        const overdue = performance.now() - looked >= limits.deliveryPollSeconds * 1000;
        if (!due && !overdue && queued === 0) pause = idleRoundMs;
        else {
          due = false;
          looked = performance.now();
          await takeDue();
        }
        if (more) continue;
      } catch (error) {
        due = true;
        log.warn({ err: error }, 'a round of deliveries failed');
      }
      await sleep(pause);
      if (!stopping) await wakeUp.wait(limits.deliveryPollSeconds * 1000);
    }
  }

  const off = [
    settings.listener.on('job_changed', payload => {
      if (!silent.has(readChange(payload).status)) wakeUp.wake();
    }),
    settings.listener.on('webhook_due', noteDue),
  ];
  const looping = loop();
  return {
    async stop() {
      stopping = true;
      wakeUp.wake();
      for (const unsubscribe of off) unsubscribe();
      await looping;
      const timer = setTimeout(
        () => shutdown.abort(),
        settings.shutdownMs ?? limits.deliveryShutdownSeconds * 1000,
      );
      await Promise.all(underWay);
      clearTimeout(timer);
      await agent.destroy();
    },
  };
}
