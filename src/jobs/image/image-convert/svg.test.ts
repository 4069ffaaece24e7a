import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { drawHtmlLabels } from '../codecs/svg/labels.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { pixelAt, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

describe('SVG', () => {
  const svg = (attributes: string, body = '<rect width="50%" height="100%" fill="red"/>') =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`;

  test.each([
    ['width="100" height="50"', undefined, 100, 50],
    ['width="100" height="50"', 192, 200, 100],
    ['width="1in" height="2in"', undefined, 96, 192],
    ['width="1in" height="2in"', 300, 300, 600],
    ['viewBox="0 0 40 20"', undefined, 40, 20],
  ])('with %s at %s dpi has the right size', async (attributes, density, w, h) => {
    const path = await fixtures.file('size.svg', svg(attributes));
    await using result = await runJob(job, run, path, { outputFormat: 'png', ...(density && { density }) });
    expect(result.outputs[0]!.metadata).toEqual({ width: w, height: h });
    const picture = await rgba(result.outputs[0]!.path);
    expect(pixelAt(picture, Math.floor(w / 2) - 2, 2)).toEqual([255, 0, 0, 255]);
    expect(pixelAt(picture, Math.ceil(w / 2) + 1, 2)[3]).toBe(0);
  });

  test('is recognised after a long prolog, in any encoding', async () => {
    const drawing = svg('width="&side;" height="20"');
    const names = Array.from({ length: 30 }, (_, n) => `<!ENTITY name_${n} "http://ns.example/${n}/">`).join(
      '\n',
    );
    const files = {
      comment: Buffer.from(`<?xml version="1.0"?><!--${'x'.repeat(3000)}-->${svg('width="40" height="20"')}`),
      blank: Buffer.from(`\n <?xml version="1.0"?>${svg('width="40" height="20"')}`),
      prefixed: Buffer.from(
        '<ns0:svg xmlns:ns0="http://www.w3.org/2000/svg" width="40" height="20"><ns0:rect width="50%" height="100%" fill="red"/></ns0:svg>',
      ),
      western: Buffer.from(
        `<?xml version="1.0" encoding="iso-8859-1"?><!-- café -->${svg('width="40" height="20"')}`,
        'latin1',
      ),
      packed: gzipSync(svg('width="40" height="20"')),
      entities: Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [${names}<!ENTITY side "40">]>${drawing}`),
      utf16: Buffer.from(
        `\ufeff<?xml version="1.0" encoding="utf-16"?>${svg('width="40" height="20"')}`,
        'utf16le',
      ),
    };
    for (const [name, file] of Object.entries(files)) {
      const path = await fixtures.file(`${name}.svg`, file);
      await using result = await runJob(job, run, path, { outputFormat: 'png' });
      expect(result.outputs[0]!.metadata, name).toEqual({ width: 40, height: 20 });
      expect(pixelAt(await rgba(result.outputs[0]!.path), 5, 5)).toEqual([255, 0, 0, 255]);
    }
  });

  test('loads nothing from outside', async () => {
    const secret = await fixtures.file(
      'secret.png',
      await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    for (const href of [secret, `file://${secret}`, 'secret.png', 'http://127.0.0.1:9/secret.png']) {
      const body = `<image href="${href}" xlink:href="${href}" width="50" height="50"/>`;
      const path = await fixtures.file('outside.svg', svg('width="50" height="50"', body));
      await using result = await runJob(job, run, path, { outputFormat: 'png' });
      expect(
        (await rgba(result.outputs[0]!.path)).data.every(value => value === 0),
        href,
      ).toBe(true);
      expect(result.warnings).toEqual([expect.objectContaining({ detail: 'remote_pictures' })]);
    }
  });

  test('reads no files through entities and limits their expansion', async () => {
    const outside = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    const lol = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
      .map(
        (name, index, names) => `<!ENTITY ${name} "${index ? `&${names[index - 1]};`.repeat(10) : 'lol'}">`,
      )
      .join('');
    for (const [prolog, text, reason] of [
      [outside, '&x;', 'unreadable_input'],
      [`<!DOCTYPE svg [${lol}]>`, '&h;', 'limit_exceeded'],
    ] as const) {
      const path = await fixtures.file(
        'entities.svg',
        prolog + svg('width="50" height="50"', `<text>${text}</text>`),
      );
      await expect(runJob(job, run, path, { outputFormat: 'png' })).rejects.toMatchObject({ reason });
    }
  });

  test('draws labels in HTML as text with their look, and says so', async () => {
    const label = (x: number, attributes: string, html: string) =>
      `<g class="label"><foreignObject x="${x}" width="100" height="48" ${attributes}>
        <div xmlns="http://www.w3.org/1999/xhtml" style="line-height: 1.5">${html}</div></foreignObject></g>`;
    const body = `<style>/* {} */ .label{text-align:center} .marked{background-color:#00f} span{color:#f00}</style>
      ${label(0, '', '<span class="marked">One &amp; only<br>a <b>bold</b> word</span>')}
      ${label(100, '', '<p>several words that must be wrapped</p><ul><li>item</li></ul><script>no</script>')}
      <switch>${label(200, 'requiredFeatures="x"', 'unsupported').slice(17, -4)}<text y="20">instead</text></switch>`;
    const path = await fixtures.file('labels.svg', svg('width="300" height="120"', body));
    await using page = await runJob(job, run, path, { outputFormat: 'pdf' });
    expect(page.warnings).toEqual([expect.objectContaining({ detail: 'html_labels' })]);
    const lines = execFileSync('pdftotext', ['-raw', page.outputs[0]!.path, '-'], { encoding: 'utf8' });
    expect(
      lines
        .trim()
        .split('\n')
        .map(line => line.trim()),
    ).toEqual(['One & only', 'a bold word', 'several words', 'that must be', 'wrapped', '• item', 'instead']);
    expect(execFileSync('pdffonts', [page.outputs[0]!.path], { encoding: 'utf8' })).toMatch(/Bold/);
    await using picture = await runJob(job, run, path, { outputFormat: 'png' });
    const pixels = await rgba(picture.outputs[0]!.path);
    expect(pixelAt(pixels, 2, 2)).toEqual([0, 0, 255, 255]);
    const reds = Array.from({ length: 100 }, (_, x) => pixelAt(pixels, x, 12)[0]!);
    expect(Math.max(...reds)).toBeGreaterThan(150);
    // The label is centred.
    const [first, last] = [reds.findIndex(red => red > 60), reds.findLastIndex(red => red > 60)];
    expect(Math.abs(first - (99 - last))).toBeLessThan(6);
  });

  test('draws the background that the root element has by CSS', async () => {
    const attributes = (style: string) => `width="40" height="20" viewBox="-5 -5 10 10" style="${style}"`;
    const corners = async (style: string) => {
      const path = await fixtures.file('ground.svg', svg(attributes(style), '<circle r="1"/>'));
      await using result = await runJob(job, run, path, { outputFormat: 'png' });
      const pixels = await rgba(result.outputs[0]!.path);
      return [pixelAt(pixels, 0, 0), pixelAt(pixels, 39, 19)];
    };
    const blue = [0, 0, 255, 255];
    expect(await corners('color: red; background-color: light-dark(#00f, var(--x, #121212));')).toEqual([
      blue,
      blue,
    ]);
    expect(await corners('background: windowtext')).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  test('keeps drawings with labels as they are where nothing can be drawn', () => {
    for (const body of ['<foreignObject width="9" height="9"/>', '<foreignObject>never closed'])
      expect(drawHtmlLabels(Buffer.from(svg('width="9" height="9"', body)))).toBeUndefined();
  });
});
