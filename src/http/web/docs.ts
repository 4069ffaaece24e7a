import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { textBefore } from '../../text.ts';
import type { App } from '../app.ts';
import { type BuiltFile, listBuiltFiles } from './dist.ts';
import { keptForever, sendFile } from './send-file.ts';

const siteFolder = fileURLToPath(new URL('../../../web/site/dist', import.meta.url));

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const notBuilt =
  'The documentation is being built and appears here in a moment. If it does not, run `node bin/setup.mjs` in the folder of Filemill.\n';

/** Finds the file of an address below `/docs`: a page is also found without `.html`. */
const findFile = (files: Map<string, BuiltFile>, path: string): BuiltFile | undefined =>
  files.get(path) ?? files.get(`${path}.html`) ?? files.get(path.replace(/\/$/, '/index.html'));

/** Returns the page for addresses without one. Its links start at the first page, and must lead there from any depth. */
function readMissingPage(missing: BuiltFile, path: string): string {
  const up = '../'.repeat(path.split('/').length - 2) || './';
  return readFileSync(missing.path, 'utf8').replaceAll(
    / (href|src|data-up|data-index|data-search)="(?![a-z]+:|#)/g,
    ` $1="${up}`,
  );
}

/** Serves the documentation, built by set-up into web/site/dist. Its files are listed when somebody first opens it. */
export function docsRoutes(app: App, folder = siteFolder): void {
  const hidden = { schema: { hide: true }, config: { handedOver: true as const } };
  let files: Map<string, BuiltFile> | undefined;
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = textBefore(request.url, '?').slice('/docs'.length);
    // The pages link to each other by relative addresses.
    if (path === '') return reply.redirect('docs/', 308);
    if (!files && existsSync(join(folder, 'index.html'))) files = listBuiltFiles(folder);
    if (!files)
      return reply
        .code(503)
        .headers({ refresh: '3', 'retry-after': '3', 'cache-control': 'no-store' })
        .type('text/plain; charset=utf-8')
        .send(notBuilt);
    const file = findFile(files, path);
    const missing = files.get('/404.html');
    if (!file && missing && String(request.headers.accept ?? '').includes('text/html'))
      return reply
        .code(404)
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(readMissingPage(missing, path));
    if (!file) throw new ApiError('not_found', { message: 'There is no such page. The list is at /docs/.' });
    return sendFile(request, reply, file, {
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cache-control': path.startsWith('/assets/') ? keptForever : 'public, no-cache',
    });
  };
  for (const address of ['/docs', '/docs/*']) app.get(address, hidden, serve);
}
