import type { FailureReason } from '../states.ts';
import type { FailureEntry } from './entry.ts';

/** One general sentence per reason, under the reason's name. */
export const generalFailures = {
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
} satisfies Record<FailureReason, FailureEntry>;
