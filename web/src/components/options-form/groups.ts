import { strings } from '../../strings.ts';

const titles = strings.options.groups;

/** What belongs together; everything else comes first, without a title. */
const groups: { title: string; names: RegExp }[] = [
  {
    title: titles.quality,
    names: /^(quality|lossless|dpi|density|compression|targetBytes|embedImages|layout|pdfa)$/,
  },
  {
    title: titles.pages,
    names:
      /^(pages|ranges|every|level|page|pageSize|orientation|margins|toc|exportBookmarks|preserveBookmarks)$/,
  },
  {
    title: titles.table,
    names:
      /^(sheet|delimiter|encoding|header|dateFormat|formulas|escapeFormulas|pretty|nullValue|flatten|rootElement|rowElement|table)$/,
  },
  {
    title: titles.reading,
    names:
      /^(languages|rotate|deskew|clean|skipText|psm|ocr|model|prompt|language|translate|wordTimestamps)$/,
  },
  { title: titles.access, names: /^(password|userPassword|ownerPassword|permissions|keepMetadata)$/ },
];

/** Names in the order they are shown, under their titles. */
export function groupNames(names: string[]): { title: string | undefined; names: string[] }[] {
  const first = names.filter(name => !groups.some(group => group.names.test(name)));
  const grouped = groups.map(group => ({
    title: group.title as string | undefined,
    names: names.filter(name => group.names.test(name)),
  }));
  return [{ title: undefined, names: first }, ...grouped].filter(group => group.names.length > 0);
}

/** `keepMetadata` → "Keep metadata", unless there is a better name. */
export const nameOf = (name: string): string =>
  strings.options.names[name] ??
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^./, letter => letter.toUpperCase())
    .replace(/ ([A-Z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`);

/** What a schema says of an option, as plain text. */
export const helpOf = (description = ''): string => description.replaceAll('`', '');
