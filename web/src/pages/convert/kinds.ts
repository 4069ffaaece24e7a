import type { Item } from '../../added-files/item.ts';
import type { strings } from '../../wording/strings.ts';

type Kind = keyof typeof strings.convert.kinds;

const kinds: [Kind, RegExp][] = [
  ['pdfs', /^pdf$/],
  ['images', /^(png|jpeg|webp|gif|tiff|bmp|avif|jxl|ico|heic|heif|svg|psd|jp2|dng|cr2|nef|exr|tga)$/],
  ['tables', /^(xlsx|xls|xlsm|xlsb|ods|csv|tsv|json|ndjson|parquet|arrow|avro)$/],
  ['sounds', /^(mp3|wav|flac|m4a|ogg|opus|aac|aiff|mp4|mov|mkv|webm|avi|flv|mpg|wmv)$/],
  ['documents', /^(docx?|odt|rtf|txt|md|html|epub|pptx?|odp)$/],
];

const findKindOf = ({ format }: Item): Kind =>
  kinds.find(([, pattern]) => pattern.test(format ?? ''))?.[0] ?? 'files';

/** The common kind of these files, if there is one. */
export const findKind = (items: Item[]): Kind => {
  const [first, ...others] = new Set(items.map(findKindOf));
  return first === undefined || others.length > 0 ? 'files' : first;
};

/** Lists the kinds of which there are several files, next to files of other kinds. */
export function listKinds(items: Item[]): [Kind, Item[]][] {
  const groups = [...Map.groupBy(items, findKindOf)];
  return groups.length < 2 ? [] : groups.filter(([kind, members]) => kind !== 'files' && members.length > 1);
}
