import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convert } from '../convert.ts';
import { replaceControls } from './controls.ts';
import { unwrapFigures } from './figures.ts';
import { removeHiddenElements } from './hidden-elements.ts';
import { showLazyPictures } from './lazy-pictures.ts';
import { makeWordLists } from './word-lists.ts';

test('opens figures that hold more than a picture and its caption', () => {
  const plain = [
    '<figure><a href="b"><img src="a"></a>\n<figcaption><p>one</p></figcaption></figure>',
    '<figure><table><tr><td>1</td></tr></table><figcaption>one</figcaption></figure>',
    '<figure><noscript><img src="b"></noscript><img src="a"></figure>',
  ];
  for (const figure of plain) expect(unwrapFigures(figure)).toBe(figure);
  expect(
    unwrapFigures('<figure><img src="a"><img src="b"><figcaption class="x">two</figcaption></figure>'),
  ).toBe('<div><img src="a"><img src="b"><div>two</div></div>');
  expect(unwrapFigures('<figure id="f"><p>said</p><img src="a"></figure>')).toBe(
    '<div><p>said</p><img src="a"></div>',
  );
  expect(unwrapFigures('<figure><img src="a"><figcaption><p>1</p><p>2</p></figcaption></figure>')).toBe(
    '<div><img src="a"><div><p>1</p><p>2</p></div></div>',
  );
});

test('writes the values of controls, but no secrets', () => {
  const inputs =
    '<input value="a &lt; b > c"><input type=email value=a@b><input type="password" value="x"><input type=hidden value=y>';
  expect(replaceControls(inputs)).toBe('a &lt; b > ca@b');
  expect(replaceControls('<input type="radio" checked> yes <input type=radio>no')).toBe('◉  yes ○ no');
  expect(replaceControls('<textarea rows="2">1 &lt; 2</textarea>')).toBe(' 1 &lt; 2 ');
});

test('makes lists of the paragraphs that Word saves for their items', () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class=a style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span>${mark}<span>&nbsp; </span></span><![endif]>${text}</p>`;
  const page = [
    item(1, '·', 'a'),
    item(2, 'o', 'b'),
    item(1, '·', 'c'),
    '<p>d</p>',
    item(1, '2.', 'e'),
    item(1, '3.', 'f'),
  ];
  expect(makeWordLists(page.join(''))).toBe(
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>d</p><ol start="2"><li>e</li><li>f</li></ol>',
  );
  expect(makeWordLists(item(2, '·', 'a') + item(1, 'ii)', 'b'))).toBe(
    '<ul><li>a</li></ul><ol type="i"><li>b</li></ol>',
  );
});

test('shows pictures that a script would load, and no others', () => {
  expect(showLazyPictures(`<img class="a" src="data:image/gif;base64,AA" data-src='b.png' alt=c>`)).toBe(
    `<img src='b.png' class="a" alt=c>`,
  );
  expect(showLazyPictures('<IMG data-original=b.png>')).toBe('<img src=b.png>');
  for (const kept of ['<img src="a.png" data-src="b.png">', '<img src="data:image/gif;base64,AA">'])
    expect(showLazyPictures(kept)).toBe(kept);
});

test('leaves out what the style sheets of a page never show', () => {
  const sheet = `<style>/* .c{display:none} */ .a, #b { color: red; display: none !important }
    .tab{display:none} .tab.open{display:block} @media (max-width:9em){ .a{display:block} .c{display:none} }</style>`;
  const body = '<div class="x a">1</div><i id=b>2</i><p class=c>3</p><div class=tab>4</div>';
  const rest = '<p class=c>3</p><div class=tab>4</div>';
  expect(removeHiddenElements(sheet + body)).toBe(sheet + rest);
  expect(removeHiddenElements(`${sheet}<div class=a style="display: block">5</div>`)).toContain('5');
  expect(removeHiddenElements(`${sheet}${body}<script src=a></script>`)).toContain(body);
});

test('keeps headings and paragraphs whole that have spans, and what the style of a span says', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-spans-'));
  const [input, output] = [join(dir, 'in.html'), join(dir, 'out.md')];
  try {
    writeFileSync(
      input,
      '<h1><span>One</span></h1><p>a <span class=c>b</span> <span style="font-weight:700">c</span></p>',
    );
    const step = { from: 'html', to: 'md', input, output, stem: 'in', dir, last: true, options: {} } as const;
    await convert({ ...step, progress() {} });
    expect(readFileSync(output, 'utf8')).toBe('# One\n\na b **c**\n');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('writes the caption of a figure into RTF', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-figure-'));
  const [input, output] = [join(dir, 'in.html'), join(dir, 'out.rtf')];
  try {
    writeFileSync(
      input,
      '<figure><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><figcaption>The <i>mill</i></figcaption></figure>',
    );
    const step = {
      from: 'html',
      to: 'rtf',
      input,
      output,
      stem: 'in',
      dir,
      last: true,
      options: {},
    } as const;
    await convert({ ...step, progress() {} });
    expect(readFileSync(output, 'utf8')).toContain('The {\\i mill}\\par');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
