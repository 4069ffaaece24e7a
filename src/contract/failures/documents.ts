import type { FailureEntry } from './entry.ts';

/** Failures of jobs on office files, mail and fonts. */
export const documentFailures = {
  no_preview: {
    reason: 'unsupported_content',
    says: 'Files of this version of Pages, Numbers or Keynote cannot be read, and this one contains no PDF preview. Export it as PDF, Word, Excel or PowerPoint in the program that made it.',
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
} satisfies Record<string, FailureEntry>;
