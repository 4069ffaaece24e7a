import { isUtf8 } from 'node:buffer';
import Fastify from 'fastify';
import { ApiError, makeDetail } from '../../contract/errors.ts';
import { explainExcess } from '../../contract/json-limits.ts';
import { limits } from '../../settings/limits.ts';
import type { App } from '../app.ts';

const surrogate = /\\u[dD][89a-fA-F]/;
const loneSurrogate =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]/;

/** Tells whether JSON contains half a surrogate pair, which can be neither stored nor sent in a header. */
const hasHalfCharacter = (json: string): boolean =>
  surrogate.test(json) && loneSurrogate.test(json.replaceAll('\\\\', '  '));

const refuseBody = (message: string): ApiError => new ApiError('validation_failed', { message });

/** Accepts bodies that are uncompressed JSON in UTF-8, or empty, and arrive within `seconds`. */
export function useBodies(app: App, seconds: number): void {
  app.addHook('preParsing', ({ raw, routeOptions: { config } }, reply, payload, done) => {
    if (raw.headers.expect?.trim().toLowerCase() === '100-continue' && raw.httpVersion === '1.1')
      reply.raw.writeContinue();
    done(null, payload);
    if (raw.complete || config.streams) return;
    const timer = setTimeout(() => {
      // The error is emitted only while the body is being read. A GET may have a body that nobody reads.
      if (!reply.sent && raw.listenerCount('error') > 0)
        raw.emit('error', refuseBody(`The body did not arrive within ${seconds} seconds.`));
    }, seconds * 1000);
    for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(timer));
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    // An empty body counts as absent, also with the Content-Type of JSON.
    if (bytes.length === 0) return done(null, undefined);
    const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (coding !== 'identity')
      return done(
        new ApiError(
          'unsupported_media_type',
          { message: 'Send the body uncompressed.' },
          { 'accept-encoding': 'identity' },
        ),
      );
    // Decoding would silently replace invalid bytes.
    if (!isUtf8(bytes)) return done(refuseBody('The body is not in UTF-8.'));
    const json = bytes.toString('utf8');
    const excess = explainExcess(
      json,
      request.routeOptions.config.readsBatch ? limits.batchJson : limits.json,
    );
    if (excess) return done(refuseBody(`The body ${excess}.`));
    if (hasHalfCharacter(json)) return done(refuseBody('Text must not contain half a surrogate pair.'));
    parseJson(request, json, done);
  });
  // An empty body is accepted under any Content-Type: curl -d '' sends a form's.
  app.addContentTypeParser('*', (request, _payload, done) =>
    request.headers['content-length'] === '0'
      ? done(null, undefined)
      : done(Fastify.errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()),
  );
  // If every field is optional, so is the body.
  app.addHook('preValidation', (request, _reply, done) => {
    const schema = request.routeOptions.schema?.body as
      | { required?: string[]; properties: Record<string, object> }
      | undefined;
    const isNeeded = (name: string) => !('default' in (schema?.properties[name] ?? {}));
    const needed = schema?.required?.filter(isNeeded) ?? [];
    if (request.body === undefined && schema && needed.length === 0) request.body = {};
    done();
  });
  // A route without a body refuses fields, because the caller would expect them to have an effect.
  app.addHook('preValidation', ({ body, routeOptions: { schema } }, _reply, done) => {
    if (body === undefined || body === null || schema?.body) return done();
    const names = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : ['body'];
    const unknown = new ApiError('validation_failed', {
      message: 'This URL accepts no body.',
      details: names.slice(0, 20).map(name => makeDetail(name.slice(0, 200), 'is not a known field')),
    });
    done(names.length > 0 ? unknown : undefined);
  });
  // The same holds for fields of the query.
  app.addHook('preValidation', ({ query, routeOptions: { schema, config } }, _reply, done) => {
    const unread = schema?.querystring || (schema as { hide?: boolean } | undefined)?.hide || config.streams;
    const names = unread ? [] : Object.keys(query as object);
    const [first] = names
      .slice(0, 20)
      .map(name => makeDetail(name.slice(0, 200), 'is not a known parameter; this address takes none'));
    done(first && new ApiError('validation_failed', { message: first.message, details: [first] }));
  });
}
