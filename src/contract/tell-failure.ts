import { type FailureId, failureCatalogue } from './failure-catalogue.ts';
import type { FailureEntry } from './failures/entry.ts';
import type { FailureReason } from './states.ts';

type Options = Record<string, unknown>;

const maxLetters = 100;

const writeValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Quotes a caller's value for a sentence: on one line and shortened. */
function quoteValue(value: unknown): string {
  const text = writeValue(value).replaceAll(/\s+/g, ' ');
  return text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text;
}

export interface ToldFailure {
  reason: FailureReason;
  /** The path of the option concerned. */
  option?: string;
  message: string;
}

/**
 * Makes the sentence about a failure for a caller. The words come from the catalogue and the values from the
 * request. The host, which processed an untrusted file, contributes only the id of an entry and a part that
 * must occur in the option.
 */
export function tellFailure(
  id: FailureId,
  options: Options = {},
  part?: string,
  place?: number | string,
): ToldFailure {
  const declared: FailureEntry = failureCatalogue[id];
  const entry: FailureEntry =
    declared.needsPlace && place === undefined ? failureCatalogue[declared.reason] : declared;
  // A sentence without `{value}` says what to do, so it may name an option that the request left out.
  const remedy = entry.says.includes('{value}') ? undefined : entry.options?.[0];
  const option = entry.options?.find(name => options[name] !== undefined) ?? remedy;
  // The sentence needs an option's value that the request does not have, so the general sentence is used.
  if (entry.options && option === undefined) {
    const plain: FailureEntry = failureCatalogue[entry.reason];
    return {
      reason: entry.reason,
      message: plain.options ? failureCatalogue.unsupported_content.says : plain.says,
    };
  }
  const named = quoteValue(String(place));
  if (option === undefined)
    return { reason: entry.reason, message: entry.says.replace('{place}', () => named) };
  const whole = entry.says.includes('{value}') ? quoteValue(options[option]) : '';
  const isGiven = part !== undefined && part !== '' && writeValue(options[option]).includes(part);
  const template = isGiven && entry.saysOfPart ? entry.saysOfPart : entry.says;
  const words: Record<string, string> = { option, value: whole, part: quoteValue(part ?? ''), place: named };
  const message = template.replaceAll(/\{(option|value|part|place)\}/g, (_, name: string) => words[name]!);
  return { reason: entry.reason, option: `options.${option}`, message };
}

/** The entries whose place is a file among several. */
const aboutFile: ReadonlySet<FailureId> = new Set(['file_unreadable', 'file_locked', 'role_locked']);
/** The options that open a file, unlike those that lock the result or open a certificate. */
const openingOptions = ['password', 'passwords', 'stampPassword'];
const aboutLock: Partial<Record<FailureId, FailureId>> = {
  password_required: 'wrong_password',
  file_locked: 'file_wrong_password',
  role_locked: 'role_wrong_password',
};

/**
 * Makes the sentence about a failed job from what its host reports. A file among several is called by its name, with its
 * role, or with its number where others have the same name. An engine that finds a file locked cannot know whether the caller gave a password,
 * so that is decided here.
 */
export function tellJobFailure(
  { id, part, place }: { id: FailureId; part?: string | undefined; place?: number | undefined },
  options: Options,
  filenames: readonly string[],
): ToldFailure {
  const filename = aboutFile.has(id) && place !== undefined ? filenames[place - 1] : undefined;
  const isAmbiguous = filename !== undefined && filenames.filter(each => each === filename).length > 1;
  const role = filename !== undefined && part ? part : undefined;
  const addition = role ?? (isAmbiguous ? `file ${place}` : undefined);
  const named = addition === undefined ? (filename ?? place) : `${filename} (${addition})`;
  const given = openingOptions.some(name => options[name] !== undefined);
  return tellFailure((given && aboutLock[id]) || id, options, part, named);
}
