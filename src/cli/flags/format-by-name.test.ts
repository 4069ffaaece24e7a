import { expect, test } from 'vitest';
import { chooseFormatByName, describeMisnaming } from './format-by-name.ts';

test('the filename of a result chooses its format', () => {
  const makes = (...formats: string[]) => ({ properties: { outputFormat: { enum: formats } } });
  expect(chooseFormatByName(makes('png', 'jpeg'), 'a/b.JPG')).toEqual({ outputFormat: 'jpeg' });
  expect(chooseFormatByName(makes('zip', 'tar.gz'), 'all.tar.gz')).toEqual({ outputFormat: 'tar.gz' });
  expect(chooseFormatByName({ properties: { format: { enum: ['png'] } } }, 'a.png')).toEqual({
    format: 'png',
  });
  for (const out of [undefined, '-', 'folder', 'folder.d/', 'a.pdf'])
    expect(chooseFormatByName(makes('png', 'jpeg'), out)).toEqual({});
});

test('a name that says another format than the result has is reported', () => {
  expect(describeMisnaming('/tmp/a.png', 'b.pdf')).toBe(
    'The name says png, but the result is pdf. Give --out a name that ends in .pdf.',
  );
  for (const name of ['a.jpeg', 'a.jpg', 'a.txt', 'a', 'a.backup'])
    expect(describeMisnaming(name, 'b.jpg')).toBeUndefined();
});
