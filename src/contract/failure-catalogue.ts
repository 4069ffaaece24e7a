import type { FailureReason } from './states.ts';

/**
 * The reason of a failed job as a sentence for its caller. The only variable parts are the caller's own
 * option values.
 */
interface Entry {
  reason: FailureReason;
  /**
   * The options that the sentence may be about. The first one given in the request is named; a sentence
   * without `{value}` may name one that was left out.
   */
  options?: readonly string[];
  /** `{option}` is the option's name, `{value}` its value. */
  says: string;
  /** The general sentence applies where the line or file that `{place}` stands for is not known. */
  needsPlace?: true;
  /** The sentence if only one part of the value is wrong; `{part}` is that part. */
  saysOfPart?: string;
}

const pages = ['pages', 'ranges', 'page'] as const;

/** One general sentence per reason, under the reason's name, then the more specific sentences. */
export const failureCatalogue = {
  unreadable_input: {
    reason: 'unreadable_input',
    says: 'The file cannot be read: it is damaged, or is not what its name and type say.',
  },
  password_required: {
    reason: 'password_required',
    says: 'The file is encrypted. Send its password in `password`.',
  },
  wrong_password: {
    reason: 'wrong_password',
    options: ['password', 'passwords'],
    says: 'The password in `{option}` does not open the file.',
  },
  option_mismatch: {
    reason: 'option_mismatch',
    says: 'An option names something that the file does not have, such as a page or a sheet.',
  },
  not_representable: {
    reason: 'not_representable',
    options: ['outputFormat'],
    says: 'The file contains something that {value} cannot represent. Choose another `{option}`.',
  },
  unsupported_content: {
    reason: 'unsupported_content',
    says: 'The file can be read, but contains something that this job type does not support.',
  },
  language_not_supported: {
    reason: 'language_not_supported',
    options: ['language'],
    says: 'The speech is not English or cannot be understood, and the model used knows only English. `npx filemill models pull whisper-base` installs one for 99 languages; set `{option}` to "en" to transcribe it as English nevertheless.',
  },
  limit_exceeded: {
    reason: 'limit_exceeded',
    says: 'The file or its result is too large for one job. Use a smaller file, or fewer pages or pixels.',
  },
  timeout: {
    reason: 'timeout',
    says: 'The job exceeded its time limit. Nothing was charged. Try a smaller file.',
  },
  engine_error: {
    reason: 'engine_error',
    says: 'The service failed; the file is probably fine. Nothing was charged. Try again, or report the diagnostic id to the operator.',
  },

  input_unreachable: {
    reason: 'input_unreachable',
    says: 'The file could not be fetched. Check its address, and that its server is reachable.',
  },
  input_status: {
    reason: 'input_unreachable',
    needsPlace: true,
    says: 'The file could not be fetched: its server answered with HTTP status {place}.',
  },
  input_not_public: {
    reason: 'input_unreachable',
    says: 'The file could not be fetched: its address does not lead to a public address.',
  },
  input_encoded: {
    reason: 'input_unreachable',
    says: 'The file could not be fetched: its server sends it only with a compressed transfer encoding.',
  },
  input_missing: {
    reason: 'input_unreachable',
    says: 'The connection has no such file.',
  },
  input_disconnected: {
    reason: 'input_unreachable',
    says: 'The connection of the file was deleted.',
  },
  input_empty: {
    reason: 'input_unreachable',
    says: 'The fetched file is empty.',
  },
  input_too_large: {
    reason: 'limit_exceeded',
    says: 'The fetched file is larger than the plan allows.',
  },
  input_without_storage: {
    reason: 'limit_exceeded',
    says: 'The fetched file does not fit into the storage that the plan allows. Delete files, or wait until some expire.',
  },
  fetched_format: {
    reason: 'unsupported_content',
    says: 'The fetched file has a format that is not accepted here. If it is one of the accepted formats, state it in `filename` or `contentType`.',
  },
  fetched_engine: {
    reason: 'unsupported_content',
    says: 'This installation lacks an engine that the format of the fetched file needs. The operator can install it; `filemill doctor` names what is missing.',
  },
  fetched_options: {
    reason: 'option_mismatch',
    says: 'The options do not suit the format of the fetched file.',
  },
  file_unreadable: {
    reason: 'unreadable_input',
    needsPlace: true,
    says: '{place} cannot be read: it is damaged, or is not what its name and type say.',
  },
  file_locked: {
    reason: 'password_required',
    needsPlace: true,
    says: '{place} is encrypted. Send its password in `passwords`, or one password for all files in `password`.',
  },
  file_wrong_password: {
    reason: 'wrong_password',
    needsPlace: true,
    options: ['password', 'passwords'],
    says: 'The password in `{option}` does not open {place}.',
  },
  role_locked: {
    reason: 'password_required',
    needsPlace: true,
    says: '{place} is encrypted. Send its password.',
  },
  role_wrong_password: {
    reason: 'wrong_password',
    needsPlace: true,
    says: 'The password sent does not open {place}.',
  },
  quote_not_closed: {
    reason: 'unreadable_input',
    needsPlace: true,
    says: 'The quote opened in line {place} is never closed. Close it, or double quotes that are part of the text.',
  },
  page_missing: {
    reason: 'option_mismatch',
    options: pages,
    says: '`{option}` ({value}) names a page that this document does not have.',
    saysOfPart: 'Page {part} of `{option}` does not exist in this document.',
  },
  no_page_left: {
    reason: 'option_mismatch',
    options: pages,
    says: '`{option}` names every page. At least one page must remain.',
  },
  page_named_twice: {
    reason: 'option_mismatch',
    options: pages,
    says: '`{option}` names a page twice. Name each page once.',
  },
  sheet_missing: {
    reason: 'option_mismatch',
    options: ['sheet'],
    says: 'This workbook has no sheet {value}. Set `{option}` to the name or number of one of its sheets.',
  },
  no_invoice: {
    reason: 'unsupported_content',
    says: 'The document has no attached invoice (factur-x.xml, xrechnung.xml or zugferd-invoice.xml).',
  },
  invoice_unknown: {
    reason: 'unsupported_content',
    says: 'The invoice is not a Cross Industry Invoice of a known profile (Factur-X, ZUGFeRD, XRechnung).',
  },
  invoice_of_other_profile: {
    reason: 'option_mismatch',
    options: ['profile'],
    says: 'The invoice does not have the profile {value} that `{option}` asks for.',
  },
  no_attachments: {
    reason: 'unsupported_content',
    says: 'The document has no attachments.',
  },
  attachment_missing: {
    reason: 'option_mismatch',
    options: ['names'],
    says: '`{option}` names an attachment that this document does not have.',
    saysOfPart: 'The document has no attachment {part}: `list` shows their names for `{option}`.',
  },
  bookmarks_missing: {
    reason: 'option_mismatch',
    options: ['level', 'mode'],
    says: 'The document has no bookmarks to split at. Choose another `mode`.',
  },
  box_page_missing: {
    reason: 'option_mismatch',
    options: ['boxes', 'box'],
    says: '`{option}` names a page that this document does not have.',
  },
  field_missing: {
    reason: 'option_mismatch',
    options: ['values', 'data'],
    says: '`{option}` names a field that this form does not have. List the fields with `action` "list".',
    saysOfPart:
      'This form has no field {part}, which `{option}` names. List the fields with `action` "list".',
  },
  field_not_fillable: {
    reason: 'option_mismatch',
    options: ['values', 'data'],
    says: '`{option}` names a field that takes no value, such as a button or a signature.',
    saysOfPart: 'The field {part} in `{option}` takes no value: it is a button or a signature.',
  },
  value_not_offered: {
    reason: 'option_mismatch',
    options: ['values', 'data'],
    says: '`{option}` has a value that its field does not offer. List the choices with `action` "list".',
    saysOfPart:
      'The field {part} does not offer the value that `{option}` has for it. List the choices with `action` "list".',
  },
  value_too_long: {
    reason: 'option_mismatch',
    options: ['values', 'data'],
    says: '`{option}` has a value that is longer than its field allows. Shorten it.',
    saysOfPart: 'The value for the field {part} in `{option}` is longer than the field allows. Shorten it.',
  },
  form_data_unreadable: {
    reason: 'option_mismatch',
    options: ['data'],
    says: '`{option}` must be CSV with the names of fields in its first line, FDF or XFDF.',
  },
  form_missing: {
    reason: 'unsupported_content',
    says: 'The document has no form fields. Choose a document with a form.',
  },
  xfa_unsupported: {
    reason: 'unsupported_content',
    says: 'The form is an XFA form, which only Adobe programs can show. It is not supported.',
  },
  box_outside: {
    reason: 'option_mismatch',
    options: ['box'],
    says: '`{option}` extends beyond the page. Move it or make it smaller.',
  },
  certificate_unreadable: {
    reason: 'option_mismatch',
    options: ['certificate'],
    says: '`{option}` cannot be opened: it must be a PKCS#12 file in base64 with a key (RSA or elliptic curve) and its certificate.',
  },
  certificate_locked: {
    reason: 'option_mismatch',
    options: ['certificatePassword', 'certificate'],
    says: 'The certificate cannot be opened: `certificatePassword` is missing or is not its password.',
  },
  certificate_expired: {
    reason: 'option_mismatch',
    options: ['certificate'],
    says: 'The certificate in `{option}` is not valid today: it has expired, or is not valid yet.',
  },
  timestamp_unavailable: {
    reason: 'engine_error',
    says: 'The timestamp servers of this installation did not confirm the time of the signature. Nothing was charged. Try again, or sign without `timestamp`.',
  },
  bookmark_page_missing: {
    reason: 'option_mismatch',
    options: ['bookmarks'],
    says: '`{option}` names a page that this document does not have.',
  },
  separators_missing: {
    reason: 'option_mismatch',
    options: ['separator', 'mode'],
    says: 'No page has a bar code to split at: choose another `mode`, or another text in `separator`.',
  },
  label_matches: {
    reason: 'option_mismatch',
    options: ['label'],
    says: '`{option}` contains text that is to be removed. Choose another label.',
  },
  pattern_too_slow: {
    reason: 'option_mismatch',
    options: ['patterns'],
    says: 'An expression in `{option}` takes too long on this document. Simplify it.',
  },
  crop_outside: {
    reason: 'option_mismatch',
    options: ['operations'],
    says: 'A crop in `{option}` extends beyond the image. Make it smaller.',
  },
  video_missing: {
    reason: 'option_mismatch',
    options: ['keepVideo'],
    says: 'The file has no video, only audio. Leave `{option}` out.',
  },
  track_missing: {
    reason: 'option_mismatch',
    options: ['track', 'subtitleTrack'],
    says: 'The file has no track {value}. Set `{option}` to a lower number, or leave it out.',
  },
  subtitles_missing: {
    reason: 'option_mismatch',
    options: ['subtitleTrack', 'subtitles'],
    says: 'The video has no subtitles. Send a file of subtitles with it, or leave `{option}` out.',
  },
  start_beyond_end: {
    reason: 'option_mismatch',
    options: ['start', 'at'],
    says: '`{option}` is after the end of the recording. Choose an earlier time.',
  },
  shift_beyond_start: {
    reason: 'option_mismatch',
    options: ['shift'],
    says: '`{option}` moves all subtitles to before the beginning. It is in seconds: choose a value nearer to 0.',
  },
  frame_crop_outside: {
    reason: 'option_mismatch',
    options: ['crop'],
    says: '`{option}` extends beyond the picture. Make it smaller.',
  },
  codec_not_held: {
    reason: 'not_representable',
    options: ['outputFormat'],
    says: 'The video cannot be copied into {value} without encoding it again. Leave `codec` out.',
  },
  encoding_unknown: {
    reason: 'option_mismatch',
    options: ['encoding'],
    says: 'The encoding {value} is unknown. Set `{option}` to another name, such as utf-8, or leave it out.',
  },
  target_too_small: {
    reason: 'option_mismatch',
    options: ['targetBytes'],
    says: 'The recording cannot be made as small as `{option}`. Allow more bytes, or choose a shorter part.',
  },
  pdf_target_too_small: {
    reason: 'option_mismatch',
    options: ['targetBytes'],
    says: 'The document cannot be made as small as `{option}`: its text, drawings and black-and-white scans, which stay as they are, are larger. Allow more bytes, or split it.',
  },
  margins_too_wide: {
    reason: 'option_mismatch',
    options: ['margins'],
    says: '`{option}` leaves no room for text on the paper. Make them narrower, or the paper larger.',
  },
  selector_missing: {
    reason: 'option_mismatch',
    options: ['waitFor', 'selector'],
    says: 'No element of the page matches `{option}` ({value}). Correct the selector, or leave it out.',
  },
  expression_false: {
    reason: 'option_mismatch',
    options: ['waitForExpression'],
    says: 'The expression in `{option}` did not become true within 15 seconds. Correct it, or leave it out.',
  },
  element_missing: {
    reason: 'option_mismatch',
    options: ['selector'],
    says: 'No visible element of the page matches `{option}` ({value}). Correct the selector, or leave it out.',
  },
  english_only: {
    reason: 'option_mismatch',
    options: ['language', 'model'],
    says: 'The chosen model only knows English. Choose another `model`, or set `language` to "en".',
  },
  nested_values: {
    reason: 'not_representable',
    options: ['flatten'],
    says: 'The data has nested values, which a table cannot represent. Set `{option}` to true, or choose a format such as json.',
  },
  toml_has_no_null: {
    reason: 'not_representable',
    options: ['outputFormat'],
    says: 'The data has missing values (null), which toml cannot represent. Fill or remove them, or choose a format such as yaml.',
  },
  encoding_lacks: {
    reason: 'not_representable',
    options: ['encoding'],
    says: 'The text has characters that the encoding {value} does not have. Set `{option}` to utf-8.',
  },
  picture_too_large: {
    reason: 'not_representable',
    options: ['outputFormat'],
    says: 'The image is wider or higher than {value} allows. Make it smaller, or choose another `{option}`.',
  },
  table_too_large: {
    reason: 'not_representable',
    options: ['outputFormat'],
    says: 'The table has more rows, columns or text in a cell than {value} allows. Choose another `{option}`.',
  },
  no_preview: {
    reason: 'unsupported_content',
    says: 'Files of this version of Pages, Numbers or Keynote cannot be read, and this one contains no PDF preview. Export it as PDF, Word, Excel or PowerPoint in the program that made it.',
  },
  drawing_empty: {
    reason: 'unsupported_content',
    says: 'The drawing has nothing that can be drawn, neither in its model nor on its sheets.',
  },
  nothing_to_trace: {
    reason: 'unsupported_content',
    says: 'The picture is transparent everywhere, so there is nothing to trace.',
  },
  locked_unknown: {
    reason: 'unsupported_content',
    says: 'The file is protected in a way that is not supported, even with a password. Remove the protection in the program that made it.',
  },
  bought_and_locked: {
    reason: 'unsupported_content',
    says: 'The file is protected by DRM and cannot be converted.',
  },
  start_page_missing: {
    reason: 'unsupported_content',
    says: 'The ZIP file has no start page. Put an `index.html` at its top level.',
  },
  page_not_ready: {
    reason: 'limit_exceeded',
    says: 'The page was not ready within 30 seconds, because its scripts take too long. Simplify them, or leave `waitFor` out.',
  },
  address_unreadable: {
    reason: 'unreadable_input',
    says: 'The file has no address of a web page: it must be one line that begins with https:// or http://, without a user name.',
  },
  page_unreachable: {
    reason: 'unreadable_input',
    says: 'The page could not be fetched: its address does not exist, is not public, or answers with an error.',
  },
  resources_missing: {
    reason: 'unsupported_content',
    options: ['failOnMissingResources'],
    says: 'Files that the page asks for did not load. Send them with the page in a zip, or leave `{option}` out: the result then lists them as `notLoaded`.',
  },
  script_failed: {
    reason: 'unsupported_content',
    options: ['failOnScriptErrors'],
    says: 'A script of the page threw an error. Correct it, or leave `{option}` out.',
  },
  sheet_too_large: {
    reason: 'not_representable',
    options: ['singlePage'],
    says: 'The page does not fit on one sheet of at most 5 metres. Leave `{option}` out.',
  },
  redaction_incomplete: {
    reason: 'unsupported_content',
    options: ['ocr'],
    says: 'Something that should be removed can still be read on a page, probably in a picture, so there is no result. Set `{option}` to true, or cover the place with `boxes`.',
  },
  message_encrypted: {
    reason: 'unsupported_content',
    says: 'The message is encrypted or sealed (S/MIME or PGP): save it decrypted in the mail program that can open it.',
  },
  characters_missing: {
    reason: 'option_mismatch',
    options: ['text', 'unicodes'],
    says: 'The font has none of the characters in `{option}`.',
  },
  outlines_not_held: {
    reason: 'not_representable',
    options: ['outputFormat'],
    says: 'The font has outlines that {value} cannot contain. Choose another `{option}`, such as woff2.',
  },
  no_pages: {
    reason: 'unsupported_content',
    says: 'The archive has no pictures that could be pages.',
  },
  archive_empty: {
    reason: 'unsupported_content',
    says: 'The archive contains no files.',
  },
  no_file_chosen: {
    reason: 'option_mismatch',
    options: ['include', 'exclude'],
    says: 'No file of the archive matches `include` and `exclude`. Set `list` to see the paths.',
  },
  too_many_entries: {
    reason: 'limit_exceeded',
    options: ['include'],
    says: 'The archive has more files than one job may extract. Choose some with `{option}`, or only list them.',
  },
  too_many_entries_for_plan: {
    reason: 'limit_exceeded',
    options: ['include'],
    says: 'The archive has more files than the plan of this workspace allows (`limits.archiveEntries` of `GET /usage`). Choose some with `{option}`, or only list them.',
  },
  recording_too_long: {
    reason: 'limit_exceeded',
    says: 'The recording is longer than the plan of this workspace allows (`limits.mediaSeconds` of `GET /usage`). Use a shorter one, or a part of it.',
  },
  too_many_pixels: {
    reason: 'limit_exceeded',
    says: 'The picture, or the one to be made of it, has more pixels than the plan of this workspace allows (`limits.megapixels` of `GET /usage`). Use a smaller one.',
  },
  unpacks_too_large: {
    reason: 'limit_exceeded',
    options: ['include'],
    says: 'The files in the archive are too large for one job. Choose some with `{option}`.',
  },
  no_pictures: {
    reason: 'unsupported_content',
    says: 'No pictures of this size were found on these pages.',
  },
  no_tables: {
    reason: 'unsupported_content',
    says: 'No tables were found on these pages. Choose other `pages`; for scanned pages set `ocr`.',
  },
  still_picture_only: {
    reason: 'unsupported_content',
    says: 'The image is animated. This job type only accepts still images.',
  },
  picture_missing: {
    reason: 'unsupported_content',
    says: 'The file has no video.',
  },
  sound_missing: {
    reason: 'unsupported_content',
    says: 'The file has no audio.',
  },
} satisfies Record<string, Entry> & Record<FailureReason, Entry>;

export type FailureId = keyof typeof failureCatalogue;
export const failureIds = Object.keys(failureCatalogue) as FailureId[];

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
  const declared: Entry = failureCatalogue[id];
  const entry: Entry =
    declared.needsPlace && place === undefined ? failureCatalogue[declared.reason] : declared;
  // A sentence without `{value}` says what to do, so it may name an option that the request left out.
  const remedy = entry.says.includes('{value}') ? undefined : entry.options?.[0];
  const option = entry.options?.find(name => options[name] !== undefined) ?? remedy;
  // The sentence needs an option's value that the request does not have, so the general sentence is used.
  if (entry.options && option === undefined) {
    const plain: Entry = failureCatalogue[entry.reason];
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
  const given = Object.keys(options).some(name => /passwords?$/i.test(name));
  return tellFailure((given && aboutLock[id]) || id, options, part, named);
}
