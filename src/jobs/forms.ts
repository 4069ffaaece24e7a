import type { TObject } from 'typebox';

interface Described {
  title?: string;
  'x-group'?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
}

/** What a form puts together, by the names of options. An option that stands in no group comes first. */
const groups: Record<string, readonly string[]> = {
  Pages: ['pages', 'pageSize', 'orientation', 'margins', 'dpi', 'layout', 'exportBookmarks', 'toc', 'pdfa'],
  Reading: ['rotate', 'deskew', 'clean', 'skipText', 'psm'],
  Appearance: ['position', 'angle', 'opacity', 'fontSize', 'color', 'background', 'behind', 'margin'],
  Quality: ['quality', 'lossless', 'targetBytes', 'keepMetadata', 'compression'],
  Tables: [
    ...['sheet', 'header', 'delimiter', 'formulas', 'escapeFormulas', 'dateFormat', 'nullValue', 'flatten'],
    ...['table', 'rootElement', 'rowElement'],
  ],
  Text: ['encoding', 'pretty', 'embedImages'],
  Protection: ['password', 'userPassword', 'ownerPassword', 'permissions'],
};
const groupOf = new Map(
  Object.entries(groups).flatMap(([group, names]) => names.map(name => [name, group] as const)),
);

/** Names that say too little to somebody who reads a form. */
const titles: Record<string, string> = {
  color: 'Colour',
  dpi: 'Resolution (dpi)',
  density: 'Resolution (dpi)',
  pdfa: 'Archival PDF (PDF/A)',
  ocr: 'Text recognition (OCR)',
  toc: 'Table of contents',
  psm: 'How text is looked for',
  clean: 'Clean up',
  skipText: 'Keep text that is there',
  every: 'Pages in a file',
  level: 'Bookmark level',
  targetBytes: 'At most this many bytes',
  nullValue: 'Text for null',
  table: 'Table name',
  behind: 'Behind the content',
  animate: 'Keep the animation',
  noEnlarge: 'Do not enlarge',
  fields: 'Form fields',
  clear: 'Remove everything first',
  preserveBookmarks: 'Keep bookmarks',
  wordTimestamps: 'Times of words',
  exportBookmarks: 'Bookmarks for headings',
  header: 'First row has names',
  pretty: 'Indented',
  userPassword: 'Password to open',
  ownerPassword: 'Password to change',
};

/** `keepMetadata` reads "Keep metadata". */
function makeTitle(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return titles[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A copy with some parts replaced, and with what TypeBox hides in a schema. */
function copyWith(schema: Described, replaced: Described): Described {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, replaced);
}

function describeField(name: string, schema: Described): Described {
  const group = schema['x-group'] ?? groupOf.get(name);
  return copyWith(describeFields(schema), {
    title: schema.title ?? makeTitle(name),
    ...(group && { 'x-group': group }),
  });
}

function describeFields(schema: Described): Described {
  const { properties, items, anyOf } = schema;
  return copyWith(schema, {
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, describeField(name, each)]),
      ),
    }),
    ...(items && { items: describeFields(items) }),
    ...(anyOf && { anyOf: anyOf.map(describeFields) }),
  });
}

/** Options as a form shows them: every one has a title, its own or one made of its name, and some have a group. */
export const describeForm = (options: TObject): TObject => describeFields(options as Described) as TObject;
