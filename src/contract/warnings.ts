/** The general sentence of each code for a result that is less than a caller may expect. */
export const warningCatalogue = {
  no_text_layer: 'Some pages have no text: they are pictures or blank. `ocr` reads pictures.',
  damaged_input: 'The file was damaged. It was repaired as far as possible; something may be missing.',
  pages_blank: 'Some output pages are blank.',
  content_dropped: 'Some content is not supported by the output format and was left out.',
  structure_uncertain:
    'Some tables or the order of some text could not be determined with certainty. Compare the result with the file.',
  resources_not_loaded:
    'The page refers to files that it does not bring along. They were not loaded; `notLoaded` in the metadata of the file lists them.',
  hidden_text_removed: 'The file has text that is invisible on its pages. It was left out.',
  nothing_redacted:
    'Nothing that was to be removed was found. Only metadata, attachments and hidden content were removed.',
  no_speech: 'No speech was found, so the transcript is empty.',
  signature_invalidated:
    'The file was signed. Its signatures do not cover the changed file: viewers will call them invalid.',
  model_fallback: 'The requested model is not installed; another one was used.',
} as const;
export type WarningCode = keyof typeof warningCatalogue;
export const warningCodes = Object.keys(warningCatalogue) as WarningCode[];

/** Sentences that are more specific than the general one of their code. */
export const warningDetails = {
  other_sheets: {
    code: 'content_dropped',
    says: 'The workbook has more sheets than the one converted. `sheet=all` converts every sheet, `sheet=<name>` another one.',
  },
  other_pages: {
    code: 'content_dropped',
    says: 'The file has more pages than the one converted. `page` chooses another one; pdf and tiff hold all of them.',
  },
  other_frames: {
    code: 'content_dropped',
    says: 'The file is an animation, and the output holds one frame of it. `page` chooses another one; gif, webp, png and avif hold all of them.',
  },
  other_tracks: {
    code: 'content_dropped',
    says: 'The file has more sound tracks than the one converted. `track` chooses another one.',
  },
  one_table: {
    code: 'content_dropped',
    says: 'The workbook has more sheets than the one converted, and this format holds one table. `sheet=<name>` chooses another one.',
  },
  beside_list: {
    code: 'content_dropped',
    says: 'The file is an object around one list. The table holds the list only; `leftOut` in the metadata of the file names the other values.',
  },
  formulas_not_calculated: {
    code: 'content_dropped',
    says: 'Some formulas were never calculated, because the program that wrote the workbook cannot do it. Their cells are empty or 0. Open the workbook in a spreadsheet program and save it there.',
  },
  comments_left_out: {
    code: 'content_dropped',
    says: 'The file has comments. They were left out.',
  },
  changes_accepted: {
    code: 'content_dropped',
    says: 'The document has tracked changes. It was converted as if all of them were accepted: deleted text is gone.',
  },
  headers_left_out: {
    code: 'content_dropped',
    says: 'The document has headers or footers. They were left out, because the output has no pages.',
  },
  latex_not_run: {
    code: 'content_dropped',
    says: 'Some commands, drawings or included files of LaTeX could not be read. What they print is missing.',
  },
  charts_left_out: {
    code: 'content_dropped',
    says: 'The document has charts or diagrams. They were left out; a PDF shows them.',
  },
  hidden_slides: {
    code: 'content_dropped',
    says: 'The presentation has hidden slides. They were left out.',
  },
  drawings_left_out: {
    code: 'content_dropped',
    says: 'Charts, pictures and shapes were left out, because the output holds cells only. A PDF shows them.',
  },
  look_left_out: {
    code: 'content_dropped',
    says: 'Only values and formulas were kept. The look of cells, charts, pictures and comments were left out.',
  },
  parts_left_out: {
    code: 'content_dropped',
    says: 'The message has more than 2,000 parts. The others, with any attachments among them, were left out.',
  },
  messages_encrypted: {
    code: 'content_dropped',
    says: 'Some messages of the mailbox are encrypted. Only their headers could be read.',
  },
  memos_missing: {
    code: 'content_dropped',
    says: 'The table has memo fields, whose text is in a file beside it (.dbt or .fpt). They are empty.',
  },
  scripts_not_run: {
    code: 'content_dropped',
    says: 'The page has scripts. They were not run: anything they add or change is missing.',
  },
  canvas_empty: {
    code: 'content_dropped',
    says: 'The page has a canvas, which only its scripts can draw. It is empty.',
  },
  grid_not_laid_out: {
    code: 'content_dropped',
    says: 'The page uses CSS grid, which was not laid out: its boxes are stacked below each other.',
  },
  flex_not_laid_out: {
    code: 'content_dropped',
    says: 'The page uses parts of CSS flexbox that were not laid out. `gap` has no effect, and `inline-flex` begins a new line. Use margins instead of `gap`.',
  },
  embedded_content: {
    code: 'content_dropped',
    says: 'Frames, videos and other content embedded in the page were left out.',
  },
  html_labels: {
    code: 'content_dropped',
    says: 'The drawing has labels in HTML. They were drawn as plain text: pictures, tables and other layout in them are lost.',
  },
  remote_pictures: {
    code: 'content_dropped',
    says: 'Pictures that are not in the file itself were not fetched and are missing. Embed them as `data:` URLs.',
  },
  remote_styles: {
    code: 'content_dropped',
    says: 'Style sheets that are not in the page itself were not fetched. Put them into `<style>` elements.',
  },
  remote_fonts: {
    code: 'content_dropped',
    says: 'Fonts that are not in the page itself were not fetched, and others were used. Embed them as `data:` URLs.',
  },
  images_left_out: {
    code: 'content_dropped',
    says: 'The output format refers to pictures and cannot contain them. They were left out; `images: "files"` gives a zip with them.',
  },
  mail_pictures: {
    code: 'content_dropped',
    says: 'The message shows pictures that it does not carry. They were not fetched from the internet and are missing.',
  },
  archive_damaged: {
    code: 'damaged_input',
    says: 'The archive is damaged. Files that could not be read completely are missing; those after the damage may be missing too.',
  },
  pictures_unreadable: {
    code: 'damaged_input',
    says: 'Some pictures of the document are damaged and cannot be decoded. They are missing from the result.',
  },
  links_left_out: {
    code: 'content_dropped',
    says: 'The archive has links or devices. They were left out; `list` shows them.',
  },
  nested_left_packed: {
    code: 'content_dropped',
    says: 'An archive within the archive could not be opened and was left as a file.',
  },
  tags_removed: {
    code: 'content_dropped',
    says: 'The tags for screen readers were removed: they cannot describe sheets of several pages.',
  },
  archive_untagged: {
    code: 'content_dropped',
    says: 'The tags for screen readers were removed: the archive follows level b of the standard, which is about the look of pages.',
  },
  fields_drawn: {
    code: 'content_dropped',
    says: 'Form fields and comments were drawn into the pages: they can no longer be filled in or changed.',
  },
  labels_removed: {
    code: 'content_dropped',
    says: 'The page labels were removed: a sheet shows several pages.',
  },
  layers_merged: {
    code: 'content_dropped',
    says: 'The layers were merged into the pages: they can no longer be switched on or off, and hidden ones are gone.',
  },
  metadata_reduced: {
    code: 'content_dropped',
    says: 'The XMP metadata had properties of special kinds, which were removed. Title, author, subject and keywords are kept.',
  },
  restrictions_removed: {
    code: 'content_dropped',
    says: 'The document restricts what may be done with it, such as printing or copying. The result has no restrictions. `pdf-protect` sets new ones.',
  },
  parts_untagged: {
    code: 'content_dropped',
    says: 'The tags for screen readers were removed: the document has too many of them for so many parts.',
  },
  parts_without_attachments: {
    code: 'content_dropped',
    says: 'The attached files are in none of the parts. `pdf-attachments` extracts them.',
  },
  attachments_removed: {
    code: 'content_dropped',
    says: 'The attached files were removed, because only PDF/A-3 allows them. `standard: "3b"` keeps them.',
  },
  patterned_text_removed: {
    code: 'content_dropped',
    says: 'All text in repeating patterns was removed, because it cannot be searched. To keep it, redact by areas (`boxes`) alone.',
  },
  xfa_removed: {
    code: 'content_dropped',
    says: 'The form has an XFA part, which only Adobe programs use. It was removed: they will show the ordinary fields instead.',
  },
  values_cut: {
    code: 'content_dropped',
    says: 'Some values are too long for their fields, even in small print. The fields hold them whole, but pages show only their beginning.',
  },
  calculations_not_run: {
    code: 'content_dropped',
    says: 'The form calculates some fields with scripts. They were not run: fill those fields too.',
  },
} as const satisfies Record<string, { code: WarningCode; says: string }>;
export type WarningDetail = keyof typeof warningDetails;
export const warningDetailNames = Object.keys(warningDetails) as WarningDetail[];

/** The id of a sentence: a code for its general one, or a more specific one. */
export type WarningId = WarningCode | WarningDetail;

/** A warning about a result, or with `fileIndex` about one of its files. */
export interface Warning {
  code: WarningCode;
  /** The id of a more specific sentence. */
  detail?: WarningDetail;
  fileIndex?: number;
}

const isDetail = (id: WarningId): id is WarningDetail => Object.hasOwn(warningDetails, id);

export const makeWarning = (id: WarningId): Warning =>
  isDetail(id) ? { code: warningDetails[id].code, detail: id } : { code: id };

/**
 * Writes the sentence for a caller. An unknown detail of a newer version falls back to the general sentence.
 */
export function tellWarning({ code, detail }: Pick<Warning, 'code' | 'detail'>): string {
  return detail !== undefined && isDetail(detail) ? warningDetails[detail].says : warningCatalogue[code];
}
