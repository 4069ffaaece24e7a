import { setTimeout as sleep } from 'node:timers/promises';
import { JobFailure } from '../../contract/failure.ts';
import { limits } from '../../settings/limits.ts';
import { CommandRefused, type Connection } from './connection.ts';
import { Requests } from './requests.ts';
import type { Site } from './site/site.ts';

/** The conditions under which a page counts as ready or failed, and the media features it finds. */
export interface PageBehaviour {
  /** A CSS selector of an element to wait for. */
  waitFor?: string | undefined;
  /** A JavaScript expression that becomes true, or a promise of one. */
  waitForExpression?: string | undefined;
  waitMs?: number | undefined;
  colorScheme?: 'light' | 'dark' | undefined;
  reducedMotion?: boolean | undefined;
  failOnMissingResources?: boolean | undefined;
  failOnScriptErrors?: boolean | undefined;
  /** Headers that requests to the origin of the page have in addition, if it is on the web. */
  headers?: Record<string, string> | undefined;
  /** Cookies of the host of the page. */
  cookies?: Record<string, string> | undefined;
}

export interface PageOptions extends PageBehaviour {
  site: Site;
  /** The window, in CSS pixels. */
  width: number;
  height: number;
  deviceScale: number;
  media: 'print' | 'screen';
  javascript: boolean;
  /** How long it may take until it is ready, besides `waitMs`. */
  readySeconds?: number;
  /** How much of that a selector or an expression may take. */
  conditionSeconds?: number;
}

/** A page that is loaded and ready to be shown. */
export interface Page {
  send<Result = unknown>(method: string, params?: Record<string, unknown>): Promise<Result>;
  /** Evaluates an expression out of reach of the page's own scripts. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Addresses that were asked for and not loaded. */
  readonly missing: string[];
}

const pollMs = 25;

/** Images and frames that load only when they are scrolled to are loaded now, since nobody scrolls. */
const readiness = `(() => {
  for (const each of document.querySelectorAll('[loading=lazy]')) each.loading = 'eager';
  return document.readyState === 'complete' && document.fonts.status === 'loaded' && [...document.images].every(image => image.complete);
})()`;

class PagePoller {
  readonly #connection: Connection;
  readonly #sessionId: string;
  readonly #frameId: string;

  constructor(connection: Connection, sessionId: string, frameId: string) {
    this.#connection = connection;
    this.#sessionId = sessionId;
    this.#frameId = frameId;
  }

  send = <Result>(method: string, params: Record<string, unknown> = {}): Promise<Result> =>
    this.#connection.send<Result>(method, params, this.#sessionId);

  evaluate = async <Value>(expression: string): Promise<Value> => {
    const { executionContextId } = await this.send<{ executionContextId: number }>(
      'Page.createIsolatedWorld',
      {
        frameId: this.#frameId,
        worldName: 'filemill',
      },
    );
    return this.#run<Value>({ expression, contextId: executionContextId });
  };

  /** Evaluates an expression among the page's own scripts, and waits for its promise. */
  evaluateInPage = <Value>(expression: string): Promise<Value> =>
    this.#run<Value>({ expression, awaitPromise: true });

  #run = async <Value>(params: Record<string, unknown>): Promise<Value> => {
    const { result, exceptionDetails } = await this.send<{
      result: { value: Value };
      exceptionDetails?: object;
    }>('Runtime.evaluate', { ...params, returnByValue: true });
    if (exceptionDetails) throw new CommandRefused('the expression failed');
    return result.value;
  };
}

/** Loads a page in a browser context of its own, waits until it is ready, and closes it after `work`. */
export async function withPage<T>(
  connection: Connection,
  options: PageOptions,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const { browserContextId } = await connection.send<{ browserContextId: string }>(
    'Target.createBrowserContext',
  );
  const requests = new Requests(connection, options.site, options.headers);
  const { promise: broken, reject: breakOff } = Promise.withResolvers<never>();
  broken.catch(() => {});
  const stops = [
    connection.listen('Inspector.targetCrashed', () =>
      breakOff(new JobFailure('limit_exceeded', 'the page crashed the browser')),
    ),
    // An alert or a question would wait forever for somebody to answer it.
    connection.listen('Page.javascriptDialogOpening', ({ type }, session) => {
      connection
        .send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }, session)
        .catch(() => {});
    }),
    connection.listen('Target.attachedToTarget', ({ sessionId }) => {
      void watchPart(connection, requests, sessionId as string);
    }),
    connection.listen('Runtime.exceptionThrown', () =>
      breakOff(new JobFailure('script_failed', 'a script of the page threw an error')),
    ),
  ];
  const { readySeconds = limits.pageReadySeconds, waitMs = 0 } = options;
  const timer = setTimeout(
    () => breakOff(new JobFailure('page_not_ready', `not ready after ${readySeconds} s`)),
    readySeconds * 1000 + waitMs,
  );
  try {
    const page = await Promise.race([openPage(connection, requests, browserContextId, options), broken]);
    clearTimeout(timer);
    const value = await Promise.race([work(page), broken]);
    await connection.send('Target.disposeBrowserContext', { browserContextId });
    return value;
  } finally {
    clearTimeout(timer);
    requests.stop();
    for (const stop of stops) stop();
  }
}

/** Answers the requests of a frame or worker that has a session of its own, and lets it start. */
async function watchPart(connection: Connection, requests: Requests, sessionId: string): Promise<void> {
  // Some kinds of worker know only part of these commands.
  await requests.watch(sessionId).catch(() => {});
  await attachParts(connection, sessionId).catch(() => {});
  await connection.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => {});
}

const attachParts = (connection: Connection, sessionId: string): Promise<unknown> =>
  connection.send(
    'Target.setAutoAttach',
    { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
    sessionId,
  );

const listMediaFeatures = ({ colorScheme, reducedMotion }: PageBehaviour) => [
  { name: 'prefers-color-scheme', value: colorScheme ?? '' },
  { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : '' },
];

const listCookies = ({ site, cookies }: PageOptions) =>
  Object.entries(cookies ?? {}).map(([name, value]) => ({ name, value, url: site.start, path: '/' }));

async function openPage(
  connection: Connection,
  requests: Requests,
  browserContextId: string,
  options: PageOptions,
): Promise<Page> {
  const { site, width, height, deviceScale, media, javascript } = options;
  await connection.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
  const { targetId } = await connection.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await connection.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  const poller = new PagePoller(connection, sessionId, targetId);
  await Promise.all([
    poller.send('Page.enable'),
    poller.send('Inspector.enable'),
    attachParts(connection, sessionId),
    requests.watch(sessionId),
    // Errors of scripts are reported only after this.
    options.failOnScriptErrors && poller.send('Runtime.enable'),
    poller.send('Network.setCookies', { cookies: listCookies(options) }),
    poller.send('Emulation.setScriptExecutionDisabled', { value: !javascript }),
    poller.send('Emulation.setEmulatedMedia', { media, features: listMediaFeatures(options) }),
    poller.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: deviceScale,
      mobile: false,
    }),
  ]);
  const { errorText } = await poller.send<{ errorText?: string }>('Page.navigate', { url: site.start });
  if (errorText !== undefined)
    throw new JobFailure(
      site.isOnWeb ? 'page_unreachable' : 'limit_exceeded',
      `the page did not load: ${errorText}`,
    );
  await waitUntilReady(poller, requests, options, targetId);
  if (options.failOnMissingResources && requests.missing.length > 0)
    throw new JobFailure('resources_missing', `${requests.missing.length} not loaded`);
  return {
    send: poller.send,
    evaluate: <Value>(expression: string) => poller.evaluate<Value>(expression).catch(reportReload),
    get missing() {
      return requests.missing;
    },
  };
}

/** A page that loads itself again and again may look ready for a moment. */
function reportReload(error: unknown): never {
  if (error instanceof CommandRefused)
    throw new JobFailure('page_not_ready', 'the page went to another document while it was read');
  throw error;
}

async function waitUntilReady(
  poller: PagePoller,
  requests: Requests,
  options: PageOptions,
  frameId: string,
): Promise<void> {
  const { waitFor, waitForExpression, waitMs = 0, conditionSeconds = limits.pageReadySeconds / 2 } = options;
  const returnFalseIfRefused = (error: unknown): boolean => {
    // The page may go from one document to the next while it is asked.
    if (error instanceof CommandRefused) return false;
    throw error;
  };
  const ask = (expression: string): Promise<boolean> =>
    poller.evaluate<boolean>(expression).catch(returnFalseIfRefused);
  const isReady = async () => {
    if (requests.hasFailed(frameId)) throw new JobFailure('page_unreachable', 'the document did not arrive');
    return requests.open === 0 && (await ask(readiness)) && requests.open === 0;
  };
  // Scripts that run at the end of loading may ask for more, so the page must be ready twice in a row.
  while (!((await isReady()) && (await sleep(pollMs, true)) && (await isReady()))) await sleep(pollMs);
  const waitUntil = async (isMet: () => Promise<boolean>, failure: JobFailure): Promise<void> => {
    const until = performance.now() + conditionSeconds * 1000;
    while (!(await isMet())) {
      if (performance.now() > until) throw failure;
      await sleep(pollMs);
    }
    while (!(await isReady())) await sleep(pollMs);
  };
  if (waitFor !== undefined) {
    const isThere = `document.querySelector(${JSON.stringify(waitFor)}) !== null`;
    await waitUntil(() => ask(isThere), new JobFailure('selector_missing', waitFor));
  }
  if (waitForExpression !== undefined) {
    // The line break ends a comment at the end of the expression.
    const isTrue = `(async () => { try { return Boolean(await (${waitForExpression}\n)) } catch { return false } })()`;
    await waitUntil(
      () => poller.evaluateInPage<boolean>(isTrue).catch(returnFalseIfRefused),
      new JobFailure('expression_false', waitForExpression),
    );
  }
  await sleep(waitMs);
  await ask('true');
}
