import type { Connection } from './connection.ts';
import type { Site } from './site/site.ts';

/** The browser closes its pipe on a longer message, so larger files are not loaded. */
const maxFileBytes = 64 * 1024 * 1024;
/** Addresses that are remembered, and characters of each. */
const maxAddresses = 100;
const maxCharacters = 200;

const maxRequests = 5000;

interface WebRequest {
  requestId: string;
  frameId?: string;
  request: { url: string };
}

interface WebResponse {
  type: string;
  frameId?: string;
  response: { url: string; status: number };
}

interface PausedRequest {
  requestId: string;
  resourceType: string;
  request: { url: string; headers: Record<string, string> };
}

/**
 * Answers every request of a page from its site, or lets it through to the web if the site is there. Nothing else is loaded, and what
 * was asked for in vain is listed.
 */
export class Requests {
  readonly #connection: Connection;
  readonly #site: Site;
  readonly #missing = new Set<string>();
  readonly #stops: (() => void)[];
  /** Requests to the web, by their ids. */
  readonly #asked = new Map<string, { frameId: string | undefined; url: string }>();
  /** Frames whose document the web did not deliver. */
  readonly #failed = new Set<string | undefined>();
  open = 0;

  /** Headers of the caller, for requests to the origin of the site. */
  readonly #headers: Record<string, string>;

  constructor(connection: Connection, site: Site, headers: Record<string, string> = {}) {
    this.#connection = connection;
    this.#site = site;
    this.#headers = headers;
    this.#stops = [
      connection.listen('Fetch.requestPaused', (params, session) => {
        void this.#answer(params as unknown as PausedRequest, session);
      }),
      // These are not requests that can be answered. They fail for want of a network.
      connection.listen('Network.webSocketCreated', ({ url }) => this.#note(url as string)),
      connection.listen('Network.webTransportCreated', ({ url }) => this.#note(url as string)),
      ...(site.isOnWeb ? this.#watchWeb(connection) : []),
    ];
  }

  /** Watches the requests of a page, or of a frame or worker of it. */
  async watch(sessionId: string): Promise<void> {
    await Promise.all([
      this.#connection.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId),
      this.#connection.send('Network.enable', {}, sessionId),
    ]);
  }

  async #answer(
    { requestId, resourceType, request }: PausedRequest,
    session: string | undefined,
  ): Promise<void> {
    this.open += 1;
    try {
      const address = URL.parse(request.url);
      if (this.#site.isOnWeb && /^https?:$/.test(address?.protocol ?? '')) {
        const headers = this.#addHeaders(request);
        await this.#connection.send('Fetch.continueRequest', { requestId, ...headers }, session);
        return;
      }
      const found = address ? await this.#site.find(address) : undefined;
      if (found && found.body.length <= maxFileBytes) {
        const responseHeaders = [
          { name: 'Content-Type', value: found.type },
          { name: 'Access-Control-Allow-Origin', value: '*' },
        ];
        const body = Buffer.from(found.body).toString('base64');
        await this.#connection.send(
          'Fetch.fulfillRequest',
          { requestId, responseCode: 200, responseHeaders, body },
          session,
        );
        return;
      }
      this.#note(request.url);
      // A page that leads elsewhere stays as it is: another reason would show the browser's own page about the error.
      const errorReason = resourceType === 'Document' ? 'Aborted' : 'BlockedByClient';
      await this.#connection.send('Fetch.failRequest', { requestId, errorReason }, session);
    } catch {
      // The page, or the browser, is gone.
    } finally {
      this.open -= 1;
    }
  }

  /** Adds the caller's headers to a request to the origin of the site. A redirect is asked for anew, so they do not follow it elsewhere. */
  #addHeaders({ url, headers }: PausedRequest['request']): { headers?: { name: string; value: string }[] } {
    const added = Object.entries(this.#headers);
    if (added.length === 0 || URL.parse(url)?.origin !== URL.parse(this.#site.start)?.origin) return {};
    const names = new Set(added.map(([name]) => name.toLowerCase()));
    const others = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
    return { headers: [...others, ...added].map(([name, value]) => ({ name, value })) };
  }

  /** Lists what the web does not answer, and which documents it did not deliver. */
  #watchWeb(connection: Connection): (() => void)[] {
    return [
      connection.listen('Network.requestWillBeSent', params => {
        const { requestId, frameId, request } = params as unknown as WebRequest;
        if (this.#asked.size < maxRequests) this.#asked.set(requestId, { frameId, url: request.url });
      }),
      connection.listen('Network.responseReceived', params => {
        const { type, frameId, response } = params as unknown as WebResponse;
        if (response.status < 400) return;
        this.#note(response.url);
        if (type === 'Document') this.#failed.add(frameId);
      }),
      connection.listen('Network.loadingFailed', ({ requestId, type, canceled }) => {
        const asked = canceled ? undefined : this.#asked.get(requestId as string);
        if (!asked) return;
        this.#note(asked.url);
        if (type === 'Document') this.#failed.add(asked.frameId);
      }),
    ];
  }

  /** Tells whether the document of a frame was answered with an error, or was cut off. */
  hasFailed(frameId: string): boolean {
    return this.#failed.has(frameId);
  }

  #note(address: string): void {
    if (this.#missing.size < maxAddresses) this.#missing.add(address.slice(0, maxCharacters));
  }

  /** Lists the addresses that were asked for and not loaded. */
  get missing(): string[] {
    return [...this.#missing];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}
