import type { FailureEntry } from './entry.ts';

/** Inputs that cannot be fetched, opened or unlocked. */
export const fileFailures = {
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
  locked_unknown: {
    reason: 'unsupported_content',
    says: 'The file is protected in a way that is not supported, even with a password. Remove the protection in the program that made it.',
  },
  bought_and_locked: {
    reason: 'unsupported_content',
    says: 'The file is protected by DRM and cannot be converted.',
  },
} satisfies Record<string, FailureEntry>;
