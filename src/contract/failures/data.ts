import type { FailureEntry } from './entry.ts';

/** Failures of jobs on text, tables and structured data. */
export const dataFailures = {
  quote_not_closed: {
    reason: 'unreadable_input',
    needsPlace: true,
    says: 'The quote opened in line {place} is never closed. Close it, or double quotes that are part of the text.',
  },
  sheet_missing: {
    reason: 'option_mismatch',
    options: ['sheet'],
    says: 'This workbook has no sheet {value}. Set `{option}` to the name or number of one of its sheets.',
  },
  encoding_unknown: {
    reason: 'option_mismatch',
    options: ['encoding'],
    says: 'The encoding {value} is unknown. Set `{option}` to another name, such as utf-8, or leave it out.',
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
  table_too_large: {
    reason: 'not_representable',
    options: ['outputFormat'],
    says: 'The table has more rows, columns or text in a cell than {value} allows. Choose another `{option}`.',
  },
} satisfies Record<string, FailureEntry>;
