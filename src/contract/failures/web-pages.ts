import type { FailureEntry } from './entry.ts';

/** Failures of jobs that open web pages. */
export const webPageFailures = {
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
} satisfies Record<string, FailureEntry>;
