import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { findConnection } from '../../../domain/files/connections/connections.ts';
import { requireReachable } from '../../../domain/outgoing/destinations/destinations.ts';
import type { Caller } from '../../../domain/people/caller.ts';
import type { FetchSource } from '../../../domain/work/jobs/fetched-inputs.ts';
import { makeSettingsRow } from '../../../domain/work/jobs/settings.ts';
import { type BodyPart, takeSubmission } from '../../../domain/work/submissions/intake.ts';
import { requireQuota } from '../../../domain/work/submissions/require-quota.ts';
import { openRecipeTarget } from '../../../domain/work/submissions/submit-run.ts';
import {
  openConversionTarget,
  openJobTarget,
  type SubmissionTarget,
} from '../../../domain/work/submissions/target.ts';
import { limits } from '../../../settings/limits.ts';
import { formatSize } from '../../../text.ts';
import type { App, Services } from '../../app.ts';
import { drain } from '../../plugins/drain.ts';
import { readIdempotencyKey } from '../../plugins/idempotency.ts';
import { pauseWorkDuring } from '../../plugins/overload.ts';
import { requireStillAllowed } from '../../plugins/recheck-caller.ts';
import { countAsWaiting, requireRoomToWait } from '../../plugins/waiting-requests.ts';
import { readSettings } from '../jobs/settings.ts';
import { answerJob, answerRun, type SendAnswer } from './answer.ts';
import { isForm, readBody } from './body.ts';
import { type OneRequest, readQuery, readWaitSeconds, takeOwnField } from './request.ts';
import { convertSchema, runRecipeSchema, runSchema } from './schema.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The target and settings of a one-request call, known before its body is read. */
    submission: OneRequest & { target: SubmissionTarget; key: string | undefined };
  }
}

/** The bytes of a form besides its files: boundaries, names and options. */
const formBytes = 1024 * 1024;
const smallBytes = 64 * 1024;

function refuseLength(request: FastifyRequest, { most }: SubmissionTarget): void {
  const { plan } = request.caller;
  const { 'content-length': length = '0', 'content-encoding': coding = 'identity' } = request.headers;
  if (coding !== 'identity')
    throw new ApiError(
      'unsupported_media_type',
      { message: 'Send the body uncompressed.' },
      { 'accept-encoding': 'identity' },
    );
  const many = most > 1;
  const limit = many ? plan.merge_bytes : plan.file_bytes;
  if (Number(length) <= limit + (isForm(request) ? formBytes : 0)) return;
  throw new ApiError(many ? 'batch_too_large' : 'file_too_large', {
    message: `The body has ${formatSize(Number(length))}; the plan allows ${formatSize(limit)}.`,
    limit,
  });
}

/** Yields the files and options of a body, without the fields that are the request's own. */
async function* readOptions(pieces: AsyncIterable<BodyPart>, own: OneRequest): AsyncGenerator<BodyPart> {
  for await (const piece of pieces)
    if (!('text' in piece) || !takeOwnField(own, piece.name, piece.text)) yield piece;
}

const bothForms = (): ApiError =>
  invalid('file', 'Send either a file, or `inputUrl` or `input` in place of it, not both.');

/** Refuses addresses that may not be contacted, and finds the connections of files. */
const preparePlaces = (
  { db, fetchHosts }: Services,
  { workspaceId }: Caller,
  places: OneRequest['places'],
): Promise<FetchSource[]> =>
  Promise.all(
    places.map(async place => {
      if (!('url' in place))
        return { connectionId: (await findConnection(db, workspaceId, place.connection)).id, key: place.key };
      requireReachable(place.url, fetchHosts, 'inputUrl', 'FETCH_ALLOW_HOSTS');
      return place;
    }),
  );

type Params = Record<string, string>;
/** Opens the target of a request, by the last part of its address. */
type OpenTarget = (caller: Caller, name: string) => SubmissionTarget | Promise<SubmissionTarget>;

/** Registers the routes that take a file with its options and answer with the result. */
export function oneRequestRoutes(app: App, services: Services): void {
  app.register(async child => {
    const scope = child as App;
    // Bodies of any type are streamed: the framework parses, buffers and limits nothing.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.decorateRequest('submission');
    scope.decorateRequest('isCountedAsWaiting');
    scope.addHook('onSend', async request =>
      drain(request.raw, limits.refusedBodyBytes, limits.refusedBodySeconds),
    );

    /** Refuses what can be refused before the body is read. */
    const refuseEarly = (openTarget: OpenTarget) => async (request: FastifyRequest) => {
      const own = readQuery(request);
      if (readWaitSeconds(request, own) > 0) requireRoomToWait(request);
      const target = await openTarget(request.caller, Object.values(request.params as Params).at(-1)!);
      for (const field of own.fields) target.add(field);
      makeSettingsRow(request.caller, own.settings);
      refuseLength(request, target);
      const key = readIdempotencyKey(request);
      const { expect, 'content-length': length } = request.headers;
      // A small body has arrived already, so a later refusal costs no more.
      if (expect !== undefined || length === undefined || Number(length) > smallBytes)
        await requireQuota(services.db, request.caller, target, key, Number(length ?? 0));
      request.submission = { ...own, target, key };
    };

    const handle = (answer: SendAnswer) => async (request: FastifyRequest, reply: FastifyReply) => {
      const own = request.submission;
      const { target, query, key } = own;
      const pieces = readOptions(readBody(request, query.filename, own.places.length > 0), own);
      const { db, storage } = services;
      const intake = { db, storage, inFlight: app.concurrency.bytesInFlight, sniffBytes: limits.sniffBytes };
      const readOwn = () => readSettings(services, request.caller, request.submission.settings);
      const seconds = readWaitSeconds(request, request.submission);
      const since = performance.now();
      const checked: SubmissionTarget = {
        ...target,
        accept(file) {
          if (own.places.length > 0) throw bothForms();
          return target.accept(file);
        },
        requireAll() {
          if (own.places.length === 0) target.requireAll();
        },
        async submit(id, files, settings, key) {
          if (files.length > 0 && own.places.length > 0) throw bothForms();
          const places = await preparePlaces(services, request.caller, own.places);
          await requireStillAllowed(request, since);
          if (seconds > 0) countAsWaiting(request, reply);
          if (places.length > 0) return target.submitFetched(places, query.filename, settings, key);
          return target.submit(id, files, settings, key);
        },
      };
      const submitted = await app.concurrency.uploads.runCounted(request.caller.workspaceId, () =>
        pauseWorkDuring(request.raw, () =>
          takeSubmission(intake, request.caller, checked, pieces, readOwn, key),
        ),
      );
      if (submitted.replayed) reply.header('idempotency-replayed', 'true');
      return answer(request, reply, services, submitted, { seconds, since });
    };

    scope.post(
      '/run/:jobType',
      {
        config: {
          scope: 'jobs:write',
          streams: true,
          purpose: 'Run a job in one request: the file in, the result out.',
        },
        schema: runSchema(services.jobTypes),
        onRequest: refuseEarly((caller, jobType) => openJobTarget(services, caller, jobType)),
      },
      handle(answerJob),
    );
    scope.post(
      '/convert/:outputFormat',
      {
        config: {
          scope: 'jobs:write',
          streams: true,
          purpose: 'Convert a file to a format in one request.',
        },
        schema: convertSchema(),
        onRequest: refuseEarly((caller, outputFormat) =>
          openConversionTarget(services, caller, outputFormat),
        ),
      },
      handle(answerJob),
    );
    scope.post(
      '/run/recipes/:id',
      {
        config: {
          scope: 'recipes:write',
          streams: true,
          purpose: 'Run a saved recipe on a file in one request.',
        },
        schema: runRecipeSchema(),
        onRequest: refuseEarly((caller, id) => openRecipeTarget(services, caller, id)),
      },
      handle(answerRun),
    );
  });
}
