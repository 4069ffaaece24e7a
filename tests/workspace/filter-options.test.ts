import { expect, test } from 'vitest';
import { filterByWords } from '../../web/src/components/finder/filter-options.ts';

const image = { value: 'image-convert', label: 'Convert an image' };
const sound = { value: 'audio-convert', label: 'Convert audio' };
const page = { value: 'html-to-pdf', label: 'Web page to PDF' };
const options = [
  { group: 'Turn into', items: [page, image, sound] },
  { group: 'Recipes', items: [{ value: 'rcp_1', label: 'For the web' }] },
];
const filter = filterByWords(
  new Map([
    ['image-convert', 'png webp'],
    ['audio-convert', 'mp3'],
  ]),
);
const search = (text: string) => filter({ options, search: text });

test('conversions are found by their formats as well as by their titles, in their groups', () => {
  expect(search('webp')).toEqual([{ group: 'Turn into', items: [image] }]);
  expect(search('web')).toEqual([
    { group: 'Turn into', items: [page, image] },
    { group: 'Recipes', items: [{ value: 'rcp_1', label: 'For the web' }] },
  ]);
  expect(search('')).toEqual(options);
});
