import { createHash, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { hasUsers } from '../../domain/people/workspaces/first-user.ts';
import { textBefore } from '../../text.ts';
import type { App, Services } from '../app.ts';
import { type BuiltFile, type Dist, readDist } from './dist.ts';
import { keptForever, sendFile } from './send-file.ts';

const distFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Addresses that links lead to. They answer even if the page was not built. */
const linked = ['/', '/sign-in', '/welcome', '/invitation', '/reset-password'];
const notBuilt =
  'The workspace page is not built yet. At the first start and after an update it is being built now, and appears here by itself in less than a minute. If it does not, run `node bin/setup.mjs` in the folder of Filemill and read what it says. The API works without it: /api/public/docs.\n';

/**
 * Makes the Content-Security-Policy: files of this service only, and users' files from the store if transfers are direct. Style
 * elements need the nonce, because the component library adds some.
 */
const makePolicy = (nonce: string, store = ''): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data: ${store}`,
    `media-src 'self' blob: ${store}`,
    "font-src 'self' data:",
    `connect-src 'self' blob: ${store}`,
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
  ]
    .map(rule => rule.trimEnd())
    .join('; ');

/**
 * The document in which a caller's HTML is shown. It has an opaque origin, and the HTML can run, fetch and send nothing. The
 * only script, allowed by its hash, inserts the HTML that the page passes to it.
 */
const frameScript =
  "addEventListener('message',({data})=>{document.open();document.write(data.html);document.close()},{once:true})";
const frame = `<!doctype html><meta charset="utf-8"><title>Preview</title><script>${frameScript}</script>`;
const framePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(frameScript).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Lists the routes of built files: one for each folder such as `/assets/`, and one for each file beside the page. */
const listRoots = (addresses: Iterable<string>): Set<string> =>
  new Set(Array.from(addresses, address => address.replace(/^(\/[^/]+)\/.+$/, '$1/*')));

/** Names under /assets carry a hash of their content; the others may change with the next build. */
const sendBuiltFile = (request: FastifyRequest, reply: FastifyReply, file: BuiltFile) =>
  sendFile(request, reply, file, {
    'cache-control': request.url.startsWith('/assets/') ? keptForever : 'public, max-age=3600',
  });

type PageServices = Pick<Services, 'publicUrl' | 'storage' | 'db'>;
type SendPage = (reply: FastifyReply, dist: Dist) => Promise<FastifyReply>;

/** Makes the function that sends the page. It tells the page whether there is a user who could sign in. */
function makePageSender({ publicUrl, storage, db }: PageServices): SendPage {
  const base = publicUrl ? `${new URL(publicUrl).pathname.replace(/\/$/, '')}/` : '/';
  let isUsed = false;
  return async (reply, dist) => {
    // Once there are users, there always are. The page works without the database.
    isUsed ||= await hasUsers(db).catch(() => true);
    const nonce = randomBytes(16).toString('base64');
    const page = dist.page
      .replace('<base href="/" />', `<base href="${base}" />`)
      .replace('name="style-nonce" content=""', `name="style-nonce" content="${nonce}"`)
      .replace('name="first-user" content=""', `name="first-user" content="${isUsed ? '' : 'missing'}"`);
    return reply
      .headers({
        'content-security-policy': makePolicy(nonce, storage.direct?.origin),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(page);
  };
}

const sendFrame = (reply: FastifyReply) =>
  reply
    .headers({ 'content-security-policy': framePolicy, 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(frame);

/** Whether somebody opened the address in a browser: programs get JSON. */
const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  !/^\/(api|assets)\//.test(url) && String(headers.accept ?? '').includes('text/html');

const hidden = { schema: { hide: true }, config: { handedOver: true as const } };
const frameAddress = '/preview-frame';

/** Serves a page that set-up is still building, from the moment it is there. Its addresses are not known before. */
function serveWhileBuilding(app: App, sendPage: SendPage, folder: string): void {
  let dist: Dist | undefined;
  const isPage = (address: string, path: string) =>
    address.endsWith('/*') ? path.startsWith(address.slice(0, -1)) : path === address;
  app.get('/*', hidden, async (request, reply) => {
    const path = textBefore(request.url, '?');
    dist ??= readDist(folder);
    if (!dist && linked.includes(path))
      return reply
        .code(503)
        .headers({ refresh: '3', 'retry-after': '3', 'cache-control': 'no-store' })
        .type('text/plain; charset=utf-8')
        .send(notBuilt);
    if (dist?.addresses.some(address => isPage(address, path))) return sendPage(reply, dist);
    if (dist && path === frameAddress) return sendFrame(reply);
    const file = dist?.files.get(path);
    if (file) return sendBuiltFile(request, reply, file);
    if (dist && wantsPage(request)) return sendPage(reply.code(404), dist);
    throw app.unknownRoute(request);
  });
}

/** Serves the workspace's page, built by set-up into web/dist. */
export function webRoutes(app: App, services: PageServices, folder = distFolder): void {
  const dist = readDist(folder);
  const sendPage = makePageSender(services);
  if (!dist) {
    serveWhileBuilding(app, sendPage, folder);
    return;
  }
  for (const address of dist.addresses)
    app.get(address, hidden, async (_request, reply) => sendPage(reply, dist));
  app.get(frameAddress, hidden, async (_request, reply) => sendFrame(reply));
  for (const address of listRoots(dist.files.keys()))
    app.get(address, hidden, (request, reply) => {
      const file = dist.files.get(textBefore(request.url, '?'));
      if (!file) throw new ApiError('not_found', { message: 'There is nothing at this address.' });
      return sendBuiltFile(request, reply, file);
    });
}

/** Answers an unknown address that somebody opened in a browser with the page, which says so. */
export function answerUnknownPages(app: App, services: PageServices, folder = distFolder): void {
  const sendPage = makePageSender(services);
  let dist: Dist | undefined;
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || request.method !== 'GET' || !wantsPage(request)) return;
    dist ??= readDist(folder);
    if (dist) return sendPage(reply.code(404), dist);
  });
}
