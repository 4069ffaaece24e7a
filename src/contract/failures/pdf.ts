import type { FailureEntry } from './entry.ts';

const pages = ['pages', 'ranges', 'page'] as const;

/** Failures of jobs on PDFs. */
export const pdfFailures = {
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
  only_blank_pages: {
    reason: 'unsupported_content',
    says: 'All pages are blank. At least one page must remain.',
  },
  page_named_twice: {
    reason: 'option_mismatch',
    options: pages,
    says: '`{option}` names a page twice. Name each page once.',
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
  field_name_taken: {
    reason: 'option_mismatch',
    options: ['fields'],
    says: '`{option}` gives a field the name that another field of this form has.',
    saysOfPart: 'The field {part} in `{option}` gets the name that another field of this form has.',
  },
  field_missing: {
    reason: 'option_mismatch',
    options: ['values', 'data', 'fields'],
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
  value_not_single: {
    reason: 'option_mismatch',
    options: ['values', 'data'],
    says: '`{option}` has a list of values for a field that takes only one.',
    saysOfPart: 'The field {part} takes one value, but `{option}` has a list for it.',
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
  transparency_forbidden: {
    reason: 'unsupported_content',
    needsPlace: true,
    says: 'Page {place} has transparency, such as a shadow or a picture with a soft edge, which PDF/A-1 does not allow. Choose PDF/A-2b.',
  },
  tags_missing: {
    reason: 'unsupported_content',
    says: 'The document is not completely tagged for screen readers, which PDF/UA asks for. Make it again with tags: from an office document with `pdfua`, from a web page with `tagged`.',
  },
  title_missing: {
    reason: 'unsupported_content',
    says: 'The document has no title, which PDF/UA asks for. Set one with `pdf-metadata`.',
  },
  language_missing: {
    reason: 'unsupported_content',
    says: 'The document does not say which language its text is in, which PDF/UA asks for. Set it in the program that wrote the document.',
  },
  pictures_undescribed: {
    reason: 'unsupported_content',
    says: 'Some pictures or formulas have no description (alternative text), which PDF/UA asks for. Add it in the program that wrote the document.',
  },
  headings_skipped: {
    reason: 'unsupported_content',
    says: 'Headings skip a level, such as from 1 to 3, or do not begin with level 1, which PDF/UA asks for. Correct them in the program that wrote the document.',
  },
  archive_needs_rewriting: {
    reason: 'unsupported_content',
    says: 'The document has content that PDF/A does not allow, such as fonts that are not embedded or colours for print. Only rewriting removes it, which would lose the tags: leave `pdfua` out.',
  },
  drawing_too_large: {
    reason: 'unsupported_content',
    says: 'The document draws further outside its pages than PDF/A-1 allows. Choose PDF/A-2b.',
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
  signature_field_missing: {
    reason: 'option_mismatch',
    options: ['field'],
    says: '`{option}` must be the full name of a signature field that this document has.',
    saysOfPart:
      'The document has no signature field {part}. `{option}` must be the full name of one that it has.',
  },
  signature_field_signed: {
    reason: 'option_mismatch',
    options: ['field'],
    says: 'The field that `{option}` names is signed already. Name an empty one, or none.',
    saysOfPart: 'The field {part} is signed already. Name an empty one in `{option}`, or none.',
  },
  signature_reason_refused: {
    reason: 'option_mismatch',
    options: ['reason'],
    says: 'The signature field accepts only the reasons that its form lists, or none. Change `{option}`.',
  },
  signature_timestamp_required: {
    reason: 'option_mismatch',
    options: ['timestamp'],
    says: 'The signature field requires the time of a timestamp server. Set `{option}` to true.',
  },
  signature_field_unsupported: {
    reason: 'unsupported_content',
    says: 'The signature field requires another kind of signature or a certain certificate, which is not supported. Give a `box` to sign in a new field.',
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
  pdf_target_too_small: {
    reason: 'option_mismatch',
    options: ['targetBytes'],
    says: 'The document cannot be made as small as `{option}`, because text, drawings and black-and-white scans stay as they are. The smallest possible size is {place} bytes.',
  },
  redaction_incomplete: {
    reason: 'unsupported_content',
    options: ['ocr'],
    says: 'Something that should be removed can still be read on a page, probably in a picture, so there is no result. Set `{option}` to true, or cover the place with `boxes`.',
  },
  redaction_left: {
    reason: 'unsupported_content',
    options: ['boxes'],
    says: 'Something that should be removed can still be read in the result, so there is none. Cover the place with `{option}`.',
  },
  no_pictures: {
    reason: 'unsupported_content',
    says: 'No pictures of this size were found on these pages.',
  },
  no_tables: {
    reason: 'unsupported_content',
    says: 'No tables were found on these pages. Choose other `pages`; for scanned pages set `ocr`.',
  },
} satisfies Record<string, FailureEntry>;
