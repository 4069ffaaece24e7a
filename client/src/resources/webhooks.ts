import type { BodyOf, QueryOf } from '../api/operation.ts';
import type {
  Delivery,
  NewWebhook,
  PublicPaths,
  Webhook,
  WebhookChange,
  WebhookSecret,
} from '../api/types.ts';
import type { Api, CallOptions } from '../core/api.ts';

/** Addresses that receive events. Keys need the scopes `webhooks:read` and `webhooks:write`. */
export class Webhooks {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  async list({ signal }: CallOptions = {}): Promise<Webhook[]> {
    return (await this.#api.get('/webhooks', { signal })).webhooks;
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#api.get('/webhooks/{id}', { path: { id }, signal });
  }

  /** The response contains the secret, only this once. */
  create(body: NewWebhook, { signal }: CallOptions = {}): Promise<WebhookSecret> {
    return this.#api.post('/webhooks', { body, signal });
  }

  update(id: string, body: WebhookChange, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#api.patch('/webhooks/{id}', { path: { id }, body, signal });
  }

  pause(id: string, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#api.post('/webhooks/{id}/pause', { path: { id }, signal, repeatable: true });
  }

  resume(id: string, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#api.post('/webhooks/{id}/resume', { path: { id }, signal, repeatable: true });
  }

  /** Creates a new secret; the old one keeps signing for a while. */
  rotate(
    id: string,
    body: BodyOf<PublicPaths['/webhooks/{id}/rotate']['post']> = {},
    { signal }: CallOptions = {},
  ): Promise<WebhookSecret> {
    return this.#api.post('/webhooks/{id}/rotate', { path: { id }, body, signal });
  }

  /** Creates a new secret for the callbacks of jobs and runs; the old one keeps signing for a while. */
  rotateCallbacks(
    body: BodyOf<PublicPaths['/callbacks/rotate']['post']> = {},
    { signal }: CallOptions = {},
  ): Promise<WebhookSecret> {
    return this.#api.post('/callbacks/rotate', { body, signal });
  }

  /** Sends a test event to the webhook. */
  test(id: string, { signal }: CallOptions = {}) {
    return this.#api.post('/webhooks/{id}/test', { path: { id }, signal });
  }

  /** Returns the numbers of attempts by hour, oldest first. */
  async activity(id: string, hours = 24, { signal }: CallOptions = {}) {
    const query = { hours };
    return (await this.#api.get('/webhooks/{id}/activity', { path: { id }, query, signal })).hours;
  }

  delete(id: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/webhooks/{id}', { path: { id }, signal });
  }
}

/** Deliveries of events to webhooks and callbacks, with every attempt. */
export class Deliveries {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  list(
    webhookId: string,
    query: QueryOf<PublicPaths['/webhooks/{id}/deliveries']['get']> = {},
    { signal }: CallOptions = {},
  ) {
    return this.#api.get('/webhooks/{id}/deliveries', { path: { id: webhookId }, query, signal });
  }

  get(webhookId: string, eventId: string, { signal }: CallOptions = {}): Promise<Delivery> {
    const path = { id: webhookId, eventId };
    return this.#api.get('/webhooks/{id}/deliveries/{eventId}', { path, signal });
  }

  /** Deliveries to all webhooks and callbacks, by job, run, event, type, status or diagnostic id. */
  listAll(query: QueryOf<PublicPaths['/deliveries']['get']> = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/deliveries', { query, signal });
  }

  /** Sends all failed deliveries again. */
  redeliverFailed(webhookId: string, { signal }: CallOptions = {}) {
    const path = { id: webhookId };
    return this.#api.post('/webhooks/{id}/deliveries/redeliver-failed', { path, signal });
  }

  redeliver(webhookId: string, eventId: string, { signal }: CallOptions = {}) {
    const path = { id: webhookId, eventId };
    return this.#api.post('/webhooks/{id}/deliveries/{eventId}/redeliver', { path, signal });
  }
}
