/** The guide to each job type: by its id, or by the beginning of its id. */
const guides: Readonly<Record<string, readonly string[]>> = {
  'document-convert': [
    '[documents](../documents.md)',
    '[spreadsheets and data](../data.md)',
    '[books](../books.md)',
    '[mail, calendars and contacts](../mail.md)',
  ],
  'document-extract': ['[reading documents](../understanding.md)'],
  'pdf-tables': ['[reading documents](../understanding.md#tables)'],
  'html-to-': ['[web pages](../web-pages.md)'],
  'file-compare': ['[golden files](../golden-files.md)'],
  'image-upscale': ['[models](../models.md)'],
  'image-': ['[images](../images.md)'],
  'speech-to-text': ['[speech to text](../speech.md)'],
  'stem-separation': ['[voices and stems](../audio.md)'],
  'voice-isolation': ['[voices and stems](../audio.md)'],
  'audio-': ['[audio and video](../media.md)'],
  'video-': ['[audio and video](../media.md)'],
  'subtitle-': ['[audio and video](../media.md#subtitle-convert)'],
  'archive-': ['[archives](../archives.md)'],
  'pdf-form': ['[PDF toolbox](../pdf.md#forms-pdf-form)'],
  'pdf-sign': ['[PDF toolbox](../pdf.md#signatures-pdf-sign-pdf-verify)'],
  'pdf-verify': ['[PDF toolbox](../pdf.md#signatures-pdf-sign-pdf-verify)'],
  'pdf-redact': ['[PDF toolbox](../pdf.md#redaction-pdf-redact)'],
  'pdf-compress': ['[PDF toolbox](../pdf.md#size-pdf-compress-with-targetbytes)'],
  'pdf-merge': ['[PDF toolbox](../pdf.md#merging-pdf-merge)'],
  'pdf-compare': ['[PDF toolbox](../pdf.md#comparing-pdf-compare)'],
  'pdf-': ['[PDF toolbox](../pdf.md)'],
};

/** Writes where to read more about a job type, or nothing if no guide describes it. */
export function suggestReading(id: string): string {
  const found = Object.entries(guides).find(([name]) =>
    name.endsWith('-') ? id.startsWith(name) : id === name,
  );
  return found ? `More in the guide${found[1].length > 1 ? 's' : ''}: ${found[1].join(', ')}.` : '';
}
