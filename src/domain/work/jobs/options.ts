import { type TObject, Type } from 'typebox';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { isTooLong } from '../../../contract/lists.ts';
import { check } from '../../../contract/validate.ts';
import { explainUndeclared, findDeclaredFormat, findFormatByExtension } from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { findRole, listAccepted } from '../../../jobs/input-files.ts';
import { type JobType, Refusal, type Resolution } from '../../../jobs/job-type.ts';
import { chooseDefault } from '../../../models/manifest.ts';

export type Options = Record<string, unknown>;

const checks = new WeakMap<TObject, (value: unknown) => Options>();

function getCheck(job: JobType): (value: unknown) => Options {
  let found = checks.get(job.options);
  if (!found) {
    found = check(job.options, { at: 'options' }) as (value: unknown) => Options;
    checks.set(job.options, found);
  }
  return found;
}

/** Names that mean the same option. Any of them is accepted for the one that the job type declares. */
const synonyms = [
  ['outputFormat', 'targetFormat'],
  ['outputFormat', 'format'],
  ['format', 'outputFormat'],
  ['colour', 'color'],
  ['color', 'colour'],
] as const;

interface Named {
  maxItems?: number;
  properties?: Record<string, Named>;
  items?: Named;
  anyOf?: Named[];
  const?: unknown;
}

/** Lists the options that a schema declares. If it has several kinds of operation, those of the given kind are listed. */
function listNames(schema: Named, given: Options): Record<string, Named> {
  const kinds = (schema.anyOf ?? []).filter(
    ({ properties }) => properties?.type?.const === undefined || properties.type.const === given.type,
  );
  return Object.assign({}, schema.properties, ...kinds.map(({ properties }) => properties));
}

/** Renames options given under another name to the declared one, at every level. A name that is declared stays. */
function unaliasWithin(schema: Named, given: unknown, at: string): unknown {
  // A list that is too long is refused by the check, whatever its entries are.
  if (Array.isArray(given) && isTooLong(given, schema)) return given;
  if (Array.isArray(given))
    return given.map((each, index) => unaliasWithin(schema.items ?? {}, each, `${at}.${index}`));
  if (typeof given !== 'object' || given === null) return given;
  const read: Options = { ...given };
  const known = listNames(schema, read);
  for (const [name, other] of synonyms) {
    if (!(other in read) || other in known || !(name in known)) continue;
    if (name in read && read[name] !== read[other])
      throw invalid(
        `${at}.${other}`,
        `\`${at}.${other}\` and \`${at}.${name}\` must be the same: give one of them.`,
      );
    read[name] = read[other];
    delete read[other];
  }
  for (const [name, value] of Object.entries(read))
    if (known[name]) read[name] = unaliasWithin(known[name], value, `${at}.${name}`);
  return read;
}

function unalias(job: JobType, options: Options): Options {
  const known = job.options.properties;
  const read = unaliasWithin(job.options as Named, options, 'options') as Options;
  for (const name of ['outputFormat', 'format'])
    if (typeof read[name] === 'string' && known[name])
      read[name] = resolveFormatName(known[name] as Choice, read[name]);
  return read;
}

interface Choice {
  enum?: string[];
  anyOf?: { const?: string }[];
}

/** Replaces an extension such as `jpg`, `tif` or `htm` by the format it belongs to. */
function resolveFormatName(choice: Choice, given: string): string {
  const choices = choice.enum ?? choice.anyOf?.map(each => each.const) ?? [];
  if (choices.includes(given)) return given;
  const meant = findFormatByExtension(given.toLowerCase().replace(/^\./, ''));
  return meant !== undefined && choices.includes(meant) ? meant : given;
}

/** Reads options by the job type's schema and fills in the defaults. */
export const readOptions = (job: JobType, options: Options): Options => getCheck(job)(unalias(job, options));

const partialChecks = new WeakMap<TObject, (value: unknown) => unknown>();

/** Refuses options that are wrong whatever else is given. They may be incomplete. */
export function checkIncomplete(job: JobType, options: Options): void {
  const { options: schema } = job;
  // A partial schema does not inherit that other fields are refused.
  const makePartial = () => Type.Partial(schema, { additionalProperties: false });
  const known = partialChecks.get(schema) ?? check(makePartial(), { at: 'options', subject: '' });
  partialChecks.set(schema, known);
  known(unalias(job, options));
}

function isValidAlone(job: JobType, option: Options): boolean {
  try {
    checkIncomplete(job, option);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Leaves out the options that are unknown or wrong. */
export function keepValid(job: JobType, options: Options): Options {
  const given = Object.keys(job.options.properties)
    .filter(name => Object.hasOwn(options, name))
    .map(name => ({ [name]: options[name] }));
  return Object.assign({}, ...given.filter(option => isValidAlone(job, option)));
}

/** Returns the model that a job type declares as its default. */
const getDefaultModel = (job: JobType): string | undefined =>
  (job.options.properties.model as { default?: string } | undefined)?.default;

/** Sets the option `model` where the caller left it out and the default model is not installed. */
export async function nameModel(
  job: JobType,
  options: Options,
  findChoices: () => Promise<string[]>,
): Promise<Options> {
  const usual = getDefaultModel(job);
  if (usual === undefined || options.model !== undefined) return options;
  return { ...options, model: chooseDefault(usual, await findChoices()) };
}

/** Replaces the default model where it is not installed. A recipe's step names it also where its author left it out. */
export function replaceDefaultModel(
  job: JobType,
  options: Options,
  findChoices: () => Promise<string[]>,
): Promise<Options> {
  const { model, ...others } = options;
  return nameModel(job, model === getDefaultModel(job) ? others : options, findChoices);
}

/** Separates options that may be shown from write-only ones such as passwords. */
export function splitSecret(job: JobType, options: Options): { shown: Options; secret: Options | undefined } {
  const isSecret = ([name]: [string, unknown]) =>
    (job.options.properties[name] as { writeOnly?: boolean } | undefined)?.writeOnly === true;
  const entries = Object.entries(options);
  const secret = entries.filter(isSecret);
  return {
    shown: Object.fromEntries(entries.filter(entry => !isSecret(entry))),
    secret: secret.length > 0 ? Object.fromEntries(secret) : undefined,
  };
}

/** Resolves a request by the job type's declaration. Turns its `Refusal` into a validation error. */
export function resolveRequest(job: JobType, input: FormatId, options: Options, files: number): Resolution {
  try {
    return job.resolve({ input, options, files });
  } catch (error) {
    if (error instanceof Refusal) throw invalid(error.path, error.message);
    throw error;
  }
}

/** Returns the format that a file's type and name declare, or refuses them. */
export function requireDeclaredFormat(file: { contentType: string; filename: string }, at: string): FormatId {
  const format = findDeclaredFormat(file.contentType, file.filename);
  if (format) return format;
  const message = explainUndeclared(file.contentType, file.filename);
  throw new ApiError('invalid_file_type', { message, details: [{ path: at, message }] });
}

/** Returns the format, or refuses it if the job type does not accept it for the file at this place. */
export function requireAcceptedFormat(job: JobType, format: FormatId, at: string, index = 0): FormatId {
  const accepted = listAccepted(job, index);
  if (accepted.includes(format)) return format;
  const role = findRole(job, index);
  const message = `${job.id} does not take ${format}${role ? ` as its ${role.name}` : ''}; it takes ${accepted.join(', ')}.`;
  throw new ApiError('invalid_file_type', { message, details: [{ path: at, message }] });
}
