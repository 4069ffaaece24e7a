import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { type ApiError, invalid } from '../../../contract/errors.ts';
import { ConnectionFile } from '../../../contract/schemas/connection.ts';
import { oneOf } from '../../../contract/schemas/fields.ts';
import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import { InputUrl } from '../../../contract/schemas/upload.ts';
import { check } from '../../../contract/validate.ts';
import type { TextField } from '../../../domain/work/submissions/text-options.ts';
import { limits } from '../../../settings/limits.ts';
import { textBefore } from '../../../text.ts';
import { isSetting, readJson, readSetting } from './settings.ts';

/** The fields of the query that are the request's own. All others are options. */
export const OwnQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limits.submissionWaitSeconds,
      description: `Seconds to wait for the result, ${limits.submissionWaitDefaultSeconds} where it is left out. Not done by then: 202 with the job, or 504 where \`onTimeout\` is \`fail\`.`,
    }),
  ),
  onTimeout: Type.Optional(
    oneOf(['accept', 'fail'], {
      description:
        'The response if the result is not ready in time: 202 with the job (`accept`, the default), or 504 `not_done_yet` (`fail`), so that a program never saves the job instead of the file. The job continues in both cases; `Location` has its URL.',
    }),
  ),
  filename: Type.Optional(
    Type.String({ description: 'The name of a file that is sent as it is, or fetched from `inputUrl`.' }),
  ),
  inputUrl: Type.Optional(
    Type.String({
      description:
        'An http or https address, from which the service fetches the file instead of receiving it.',
    }),
  ),
  input: Type.Optional(
    Type.String({
      description:
        'A file of a connection, which the service reads instead of receiving it. As a JSON object, like `{"connection": "archive", "key": "reports/a.csv"}`.',
    }),
  ),
});

const checkUrl = check(InputUrl, { at: 'inputUrl' });

const checkFile = check(ConnectionFile, { at: 'input' });

/** A file that the service fetches, as the caller names it. */
type NamedPlace = { url: string } | Static<typeof ConnectionFile>;

const placeReaders: Record<string, (text: string) => NamedPlace> = {
  inputUrl: text => ({ url: checkUrl(text) }),
  input: text => checkFile(readJson('input', text, '{"connection": "archive", "key": "reports/a.csv"}')),
};

const checkOwn = check(OwnQuery, { convert: true });

export interface OneRequest {
  query: Static<typeof OwnQuery>;
  settings: JobSettings;
  /** The files that are fetched, in their order. */
  places: NamedPlace[];
  fields: TextField[];
}

const givenTwice = (name: string): ApiError => invalid(name, `\`${name}\` is given twice.`);

function addSetting(settings: JobSettings, name: keyof JobSettings, text: string): void {
  if (settings[name] !== undefined) throw givenTwice(name);
  Object.assign(settings, readSetting(name, text));
}

export function readQuery(request: FastifyRequest): OneRequest {
  const own: Record<string, string> = {};
  const settings: JobSettings = {};
  const fields: TextField[] = [];
  const places: NamedPlace[] = [];
  for (const [name, text] of new URLSearchParams(request.url.split('?')[1] ?? '')) {
    if (isSetting(name)) addSetting(settings, name, text);
    else if (Object.hasOwn(placeReaders, name)) places.push(placeReaders[name]!(text));
    else if (!Object.hasOwn(OwnQuery.properties, name)) fields.push([name, text]);
    else if (name in own) throw givenTwice(name);
    else own[name] = text;
  }
  return { query: checkOwn(own), settings, places, fields };
}

/** Fields that are needed before the body is read. */
const misplacedFields: Record<string, string> = {
  wait: 'Send `wait` in the URL, like `?wait=120`, not as a field of the form.',
  filename:
    'Send the name with the file, like `-F "file=@a.tmp;filename=report.docx"`, not as a field of its own.',
};

/** Takes a field of a form that is the request's own and not an option. Returns false for all others. */
export function takeOwnField(own: OneRequest, name: string, text: string): boolean {
  if (isSetting(name)) {
    addSetting(own.settings, name, text);
    return true;
  }
  if (Object.hasOwn(placeReaders, name)) {
    own.places.push(placeReaders[name]!(text));
    return true;
  }
  if (Object.hasOwn(misplacedFields, name)) throw invalid(name, misplacedFields[name]!);
  if (name !== 'onTimeout') return false;
  if (own.query.onTimeout !== undefined) throw givenTwice(name);
  Object.assign(own.query, checkOwn({ onTimeout: text }));
  return true;
}

/** Returns the seconds to wait for the result before the job itself is the answer. */
export function readWaitSeconds(request: FastifyRequest, { query }: OneRequest): number {
  const prefer = String(request.headers.prefer ?? '').split(',');
  if (prefer.some(each => each.trim().toLowerCase() === 'respond-async')) return 0;
  return query.wait ?? limits.submissionWaitDefaultSeconds;
}

export const wantsJson = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '')
    .split(',')
    .some(each => textBefore(each, ';').trim().toLowerCase() === 'application/json');
