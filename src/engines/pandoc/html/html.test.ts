import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convert } from '../convert.ts';
import { spellControls } from './controls.ts';
import { openFigures } from './figures.ts';

test('opens figures that hold more than a picture and its caption', () => {
  const plain = [
    '<figure><a href="b"><img src="a"></a>\n<figcaption><p>one</p></figcaption></figure>',
    '<figure><table><tr><td>1</td></tr></table><figcaption>one</figcaption></figure>',
    '<figure><noscript><img src="b"></noscript><img src="a"></figure>',
  ];
  for (const figure of plain) expect(openFigures(figure)).toBe(figure);
  expect(
    openFigures('<figure><img src="a"><img src="b"><figcaption class="x">two</figcaption></figure>'),
  ).toBe('<div><img src="a"><img src="b"><div>two</div></div>');
  expect(openFigures('<figure id="f"><p>said</p><img src="a"></figure>')).toBe(
    '<div><p>said</p><img src="a"></div>',
  );
  expect(openFigures('<figure><img src="a"><figcaption><p>1</p><p>2</p></figcaption></figure>')).toBe(
    '<div><img src="a"><div><p>1</p><p>2</p></div></div>',
  );
});

test('writes the values of controls, but no secrets', () => {
  const inputs =
    '<input value="a &lt; b > c"><input type=email value=a@b><input type="password" value="x"><input type=hidden value=y>';
  expect(spellControls(inputs)).toBe('a &lt; b > ca@b');
  expect(spellControls('<input type="radio" checked> yes <input type=radio>no')).toBe('◉  yes ○ no');
  expect(spellControls('<textarea rows="2">1 &lt; 2</textarea>')).toBe(' 1 &lt; 2 ');
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
