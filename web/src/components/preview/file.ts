import { readExtension } from '../file-icon.tsx';

/** A file to preview: a file of a job, or one that a person added. */
export interface PreviewFile {
  filename: string;
  contentType: string;
  size: number;
  /** The address of its bytes. */
  url: string;
  /** Its id, if the service stores it. */
  artifactId?: string;
}

export interface PreviewProps {
  file: PreviewFile;
  /** The original, for comparing both or for playing the transcribed recording. */
  source?: PreviewFile | undefined;
}

export type Kind =
  | 'image'
  | 'pdf'
  | 'markdown'
  | 'html'
  | 'table'
  | 'json'
  | 'transcript'
  | 'text'
  | 'audio'
  | 'video'
  | 'sheets'
  | 'office'
  | 'archive'
  | 'none';

const byExtension: [RegExp, Kind][] = [
  [/^(png|jpe?g|webp|avif|gif|bmp|svg|ico)$/, 'image'],
  [/^pdf$/, 'pdf'],
  [/^md$/, 'markdown'],
  [/^html?$/, 'html'],
  [/^(csv|tsv)$/, 'table'],
  [/^(srt|vtt)$/, 'transcript'],
  [/^json$/, 'json'],
  [/^(txt|ndjson|yaml|yml|toml|xml|sql|hocr|log)$/, 'text'],
  [/^(mp3|wav|flac|m4a|ogg|opus|aac)$/, 'audio'],
  [/^(mp4|webm|mov|mkv)$/, 'video'],
  [/^xlsx$/, 'sheets'],
  [/^(docx?|odt|rtf|pptx?|odp|xls|ods|epub)$/, 'office'],
  [/^zip$/, 'archive'],
];

export const chooseKind = ({ filename }: Pick<PreviewFile, 'filename'>): Kind =>
  byExtension.find(([pattern]) => pattern.test(readExtension(filename)))?.[1] ?? 'none';

/** Whether a file is an image that browsers do not display. */
export const isUnshownImage = ({ filename }: Pick<PreviewFile, 'filename'>): boolean =>
  /^(heic|heif|hif|tiff?|jxl|jp2|psd|dng|cr2|cr3|nef|arw)$/.test(readExtension(filename));

/** Whether files are the stems of one recording, which are played together. */
export const areStems = (files: Pick<PreviewFile, 'filename'>[]): boolean =>
  files.length > 1 && files.every(file => chooseKind(file) === 'audio');

/** Longer texts can only be downloaded. */
export const maxText = 4_000_000;

export async function readText({ url, size }: PreviewFile): Promise<{ text: string; cut: boolean }> {
  const cut = size > maxText;
  const response = await fetch(url, cut ? { headers: { range: `bytes=0-${maxText - 1}` } } : {});
  if (!response.ok) throw new Error(`The file could not be read (${response.status}).`);
  const bytes = await response.arrayBuffer();
  const mark = new Uint8Array(bytes.slice(0, 2));
  const utf16 =
    mark[0] === 0xff && mark[1] === 0xfe
      ? 'utf-16le'
      : mark[0] === 0xfe && mark[1] === 0xff
        ? 'utf-16be'
        : undefined;
  return { text: new TextDecoder(utf16 ?? 'utf-8').decode(bytes), cut };
}
