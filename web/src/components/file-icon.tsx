import {
  BookOpenText,
  Braces,
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
  Presentation,
} from 'lucide-react';

const kinds: [RegExp, LucideIcon][] = [
  [/^(png|jpe?g|webp|gif|tiff?|bmp|avif|jxl|ico|heic|heif|svg|psd)$/, FileImage],
  [/^(mp3|wav|flac|m4a|ogg|opus|aac|aiff)$/, FileAudio],
  [/^(mp4|mov|mkv|webm|avi)$/, FileVideo],
  [/^(xlsx?|ods|csv|tsv|parquet|arrow|avro)$/, FileSpreadsheet],
  [/^(json|ndjson|xml|yaml|yml|toml|sql)$/, Braces],
  [/^(pptx?|odp)$/, Presentation],
  [/^epub$/, BookOpenText],
  [/^(zip|tar|gz|tgz|tar\.gz|zst|tar\.zst|7z|rar)$/, FileArchive],
  [/^(pdf|docx?|odt|rtf|txt|md|html?|srt|vtt)$/, FileText],
];

/** The icon of a file, by its format or file extension. */
export function FileIcon({ format, size = 20 }: { format: string | undefined; size?: number }) {
  const [, Icon] = kinds.find(([pattern]) => pattern.test(format ?? '')) ?? [undefined, File];
  return <Icon size={size} strokeWidth={1.5} aria-hidden="true" style={{ flex: 'none' }} />;
}

export const readExtension = (filename: string): string =>
  /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
